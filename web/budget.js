/** The weight that each part of the client may have on the wire, and the Vite plugin that refuses more. */
import { gzipSync } from "node:zlib";

/** Kilobytes, gzipped: the first page's script, and any part that is loaded when it is needed. */
export const LIMITS = { app: 60, part: 40 };

/** Parts that may weigh more than `LIMITS.part`, by the name of their file without the digest. */
export const HEAVY = { three: 140, "clip-mp4": 50 };

const kilobytes = (chunk) => gzipSync(chunk.code).length / 1000;

function withImports(chunk, bundle, seen = new Set()) {
  if (chunk?.type !== "chunk" || seen.has(chunk)) return seen;
  seen.add(chunk);
  chunk.imports.forEach((name) => withImports(bundle[name], bundle, seen));
  return seen;
}

/** What is there already wherever the part `name` is loaded: the chunks that all who load it need themselves. */
function brought(name, bundle, app) {
  const loaders = Object.values(bundle).filter((item) => item.dynamicImports?.includes(name));
  const [first = app, ...others] = loaders.map((loader) => new Set([...app, ...withImports(loader, bundle)]));
  return new Set([...first].filter((chunk) => others.every((other) => other.has(chunk))));
}

const weigh = (chunks) => [...chunks].reduce((sum, chunk) => sum + kilobytes(chunk), 0);

/** One sentence for each part of `bundle` that is over its budget. */
export function excesses(bundle) {
  const chunks = Object.values(bundle).filter((item) => item.type === "chunk");
  const app = new Set(chunks.filter((c) => c.isEntry).flatMap((c) => [...withImports(c, bundle)]));
  const parts = Object.entries(bundle)
    .filter(([, item]) => item.type === "chunk" && item.isDynamicEntry)
    .map(([file, chunk]) => {
      const there = brought(file, bundle, app);
      const weight = weigh([...withImports(chunk, bundle)].filter((c) => !there.has(c)));
      return { name: chunk.name, limit: HEAVY[chunk.name] ?? LIMITS.part, weight };
    });
  return [{ name: "first page", limit: LIMITS.app, weight: weigh(app) }, ...parts]
    .filter(({ limit, weight }) => weight > limit)
    .map(({ name, limit, weight }) => `${name} weighs ${weight.toFixed(1)} kB gzipped, ${limit} kB are allowed`);
}

export default function budget() {
  return {
    name: "budget",
    generateBundle(_options, bundle) {
      const found = excesses(bundle);
      if (found.length > 0) this.error(found.join("; "));
    },
  };
}
