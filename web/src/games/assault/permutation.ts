/** The numbers 1 to n, each once. */
export type Permutation = number[];

/** The place of `numbers` among all orders of 1..n in lexicographic order, from 0. */
export function rankOf(numbers: readonly number[]): number {
  let rank = 0;
  for (const [index, number] of numbers.entries()) {
    const smaller = numbers.slice(index + 1).filter((later) => later < number).length;
    rank = rank * (numbers.length - index) + smaller;
  }
  return rank;
}

/** The order of 1..n that stands at place `rank`. */
export function permutationAt(rank: number, n: number): Permutation {
  const digits: number[] = [];
  for (let base = 1; base <= n; base++) {
    digits.unshift(rank % base);
    rank = Math.floor(rank / base);
  }
  const left = Array.from({ length: n }, (_, index) => index + 1);
  return digits.map((digit) => left.splice(digit, 1)[0] ?? 0);
}

/** `numbers` with `number` at `index`; what stood there goes where `number` was. */
export function placed(numbers: readonly number[], index: number, number: number): Permutation {
  const from = numbers.indexOf(number);
  const old = numbers[index];
  if (from < 0 || old === undefined) return [...numbers];
  return numbers.map((one, at) => (at === index ? number : at === from ? old : one));
}

/** A random order of 1..n; `random` gives numbers in [0, 1). */
export function shuffled(n: number, random: () => number): Permutation {
  const numbers = Array.from({ length: n }, (_, index) => index + 1);
  for (let index = n - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [numbers[index], numbers[other]] = [numbers[other] ?? 0, numbers[index] ?? 0];
  }
  return numbers;
}

export function isPermutation(value: unknown, n: number): value is Permutation {
  return (
    Array.isArray(value) &&
    value.length === n &&
    Array.from({ length: n }, (_, index) => index + 1).every((number) => value.includes(number))
  );
}
