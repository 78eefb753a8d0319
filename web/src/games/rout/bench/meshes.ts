import { BufferGeometry, Float32BufferAttribute } from "three";
import type { Point } from "../scene";

type Corner = readonly [number, number, number];

/** A box of these half sides with its edges taken off by `cut`: group 0 is the top, 1 the sides and edges, 2 the bottom. */
export function chamferedBox(long: number, wide: number, tall: number, cut: number): BufferGeometry {
  const places: number[] = [];
  const faces: number[] = [];
  const groups: [number, number, number][] = [];
  const quad = (a: Corner, b: Corner, c: Corner, d: Corner): void => {
    for (const corner of [a, b, c, a, c, d]) {
      places.push(...corner);
      // a picture lies on the top; on the bottom its other way round
      faces.push(0.5 + corner[0] / (2 * long), 0.5 + corner[1] / (2 * wide));
    }
  };
  const group = (of: number, add: () => void): void => {
    const start = places.length / 3;
    add();
    groups.push([start, places.length / 3 - start, of]);
  };
  const ring = (out: number, z: number): Corner[] => [
    [long - out, wide - out, z],
    [-(long - out), wide - out, z],
    [-(long - out), -(wide - out), z],
    [long - out, -(wide - out), z],
  ];
  const [top, high, low, bottom] = [ring(cut, tall), ring(0, tall - cut), ring(0, cut - tall), ring(cut, -tall)] as [
    Corner[],
    Corner[],
    Corner[],
    Corner[],
  ];
  const at = (corners: Corner[], n: number): Corner => corners[n % 4] as Corner;
  group(0, () => quad(at(top, 0), at(top, 1), at(top, 2), at(top, 3)));
  group(1, () => {
    for (const [above, below] of [
      [top, high],
      [high, low],
      [low, bottom],
    ] as const) {
      for (let n = 0; n < 4; n++) quad(at(above, n), at(below, n), at(below, n + 1), at(above, n + 1));
    }
  });
  group(2, () => quad(at(bottom, 3), at(bottom, 2), at(bottom, 1), at(bottom, 0)));
  const made = new BufferGeometry();
  made.setAttribute("position", new Float32BufferAttribute(places, 3));
  made.setAttribute("uv", new Float32BufferAttribute(faces, 2));
  for (const [start, count, of] of groups) made.addGroup(start, count, of);
  made.computeVertexNormals();
  return made;
}

/** A flat band of `width` along `points`, at the height `z`. */
export function ribbon(points: readonly Point[], width: number, z: number): BufferGeometry {
  const places: number[] = [];
  const order: number[] = [];
  points.forEach(([x, y], n) => {
    const before = points[Math.max(0, n - 1)] as Point;
    const after = points[Math.min(points.length - 1, n + 1)] as Point;
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const [dx, dy] = [((after[0] - before[0]) / length) * (width / 2), ((after[1] - before[1]) / length) * (width / 2)];
    places.push(x - dy, y + dx, z, x + dy, y - dx, z);
    if (n > 0) order.push(2 * n - 2, 2 * n - 1, 2 * n, 2 * n, 2 * n - 1, 2 * n + 1);
  });
  const made = new BufferGeometry();
  made.setAttribute("position", new Float32BufferAttribute(places, 3));
  made.setIndex(order);
  return made;
}
