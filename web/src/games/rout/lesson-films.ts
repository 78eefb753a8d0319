import type { Film } from "./scene";

type Pictures = Pick<Film, "direction" | "speed" | "fps" | "frames" | "tracks" | "events">;

// two flicks of the lesson, as the rules' physics had them
export const RANGE: Pictures = {
  direction: 59.6,
  speed: 1.9,
  fps: 60,
  frames: 33,
  tracks: [
    {
      block: 4,
      first: 11,
      data: "WiNkGVgbBgAMAHn/LwBlALX7LQBeAOz7KgBZACL8JwBUAFT8JABNAIL8IABIAKn8HgBCAMv8GgA9AOf8GAA2AAD9FAAxABn9EwArADf9EAAmAGD9DgAgAJT9DAAaANT9CwAWABz+CgAQAGz+CAAMAMP+BQAHACD/BAAEAIT/AQAAAOX/",
    },
    {
      block: -1,
      first: 0,
      data: "WBu4CygjngAOARv/nQALAR3/nQAMARz/nQALAR3/nAAJAR3/mAAEASL/lAD9ACT/kgD4ACn/jQDxACz/iwDsADD/hwDmADP/dwDHALwAHwANAFULHAANAFYKGgALAFkJGAAKAF4IFQAKAGYHEwAJAHIGEAAHAH4FDQAGAIsECwAFAJUDCAADAKECBQACAK4BAwABAMAAAAAAAA4A",
      z: "lgCVAIIAUwAKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==",
    },
  ],
  events: [
    { frame: 1, kind: "drop", block: -1, blow: 0 },
    { frame: 4, kind: "land", block: -1, blow: 0 },
    { frame: 12, kind: "touch", block: 4, blow: 0.009 },
  ],
};

export const MELEE: Pictures = {
  direction: 44.5,
  speed: 1.5,
  fps: 60,
  frames: 24,
  tracks: [
    {
      block: 2,
      first: 0,
      data: "Gh1KFdAHsACtALH/qwCoALT/pgCjALX/oQCfALb/nQCZALj/lwCVALr/kwCQALz/jgCMAL7/iQCGAL//hACCAMD/eQB5AJ7/IgA0AKT9HQAuAMX9GgApAOT9FgAkAAD+EgAfAB7+DgAZAED+CwAUAG/+CQAQAKr+BgALAPb+AwAIAEv/AgADAKr/AAAAAPn/",
    },
    { block: 5, first: 10, data: "GSUjHQEuBgAFAFsAVgBCAFoFUgA+AEcFTAA7ACgFRgA3APsEQQA1AMMEPQAxAIEENwAtADoEAgACACwA" },
  ],
  events: [
    { frame: 11, kind: "touch", block: 5, blow: 0.0087 },
    { frame: 18, kind: "leave", block: 5, blow: 0 },
    { frame: 18, kind: "fall", block: 5, blow: 0 },
  ],
};
