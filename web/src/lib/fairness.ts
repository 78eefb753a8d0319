/** True if SHA-256 of `secret` (bytes in hexadecimal, else its characters) is `commitment`; null if this browser cannot tell. */
export async function matches(secret: string, commitment: string): Promise<boolean | null> {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const readings = [new TextEncoder().encode(secret)];
  if (/^([0-9a-f]{2})+$/i.test(secret)) readings.unshift(fromHex(secret));
  for (const bytes of readings) {
    const digest = await subtle.digest("SHA-256", bytes);
    if (toHex(new Uint8Array(digest)) === commitment.toLowerCase()) return true;
  }
  return false;
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: text.length / 2 }, (_, index) => parseInt(text.slice(2 * index, 2 * index + 2), 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
