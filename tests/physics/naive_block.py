"""One block of the plain twin: vectors, the friction under it, and how it slides."""

from dataclasses import dataclass
from math import sqrt

Vector = tuple[float, float]
# in powers of the ratio of the short side to the long one
POLYNOMIALS = {
    "d1": (12.0964, -3.2816, 1.5285, -5.7822, 0.0),
    "d2": (12.5698, -20.6334, 35.2955, -19.5201, 0.0),
    "d3": (1.5083, -0.1741, 2.4840, 1.0940, 0.0),
    "d4": (10.9189, -24.7010, 26.3815, -10.8943, 0.0),
    "d5": (0.5015, -0.0323, 2.2558, -0.9480, 0.0),
    "n1": (14.7296, -24.3943, 20.4869, -8.2359, 0.0),
    "n2": (11.0239, -22.6329, 29.3084, -13.2000, 0.0),
    "n3": (0.6023, 0.0119, 2.3351, -0.2351, 0.0),
    "n4": (4.4884, -8.8039, 9.3258, -3.8140, 0.0),
    "n5": (0.6507, 0.0820, 0.8774, -0.3921, 0.0),
    "n6": (0.2466, 0.0613, 0.0859, -0.1742, 0.0733),
}
SWAPPED = {"d1": "d3", "d3": "d1", "d4": "d5", "d5": "d4", "n1": "n3", "n3": "n1", "n4": "n5", "n5": "n4"}


def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1]


def cross(a: Vector, b: Vector) -> float:
    return a[0] * b[1] - a[1] * b[0]


def plus(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1]


def minus(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1]


def times(k: float, a: Vector) -> Vector:
    return k * a[0], k * a[1]


def left_of(a: Vector) -> Vector:
    return -a[1], a[0]


class Patch:
    """Friction under a rectangle."""

    def __init__(self, long: float, wide: float) -> None:
        ratio = min(long, wide) / max(long, wide)
        self.k: dict[str, float] = {}
        for name in POLYNOMIALS:
            powers = POLYNOMIALS[name if wide <= long else SWAPPED.get(name, name)]
            value = powers[4]
            for power in reversed(powers[:4]):
                value = power + ratio * value
            self.k[name] = value

    def resist(self, u: float, v: float, w: float) -> tuple[float, float, float]:
        """Force along both sides and torque, for a unit of weight times friction."""
        k, u2, v2, w2 = self.k, u * u, v * v, w * w
        q = k["d1"] * u2 * u2 + k["d2"] * u2 * v2 + k["d3"] * v2 * v2
        m = k["n1"] * u2 * u2 + k["n2"] * u2 * v2 + k["n3"] * v2 * v2
        n, d = k["n4"] * u2 + k["n5"] * v2, k["d4"] * u2 + k["d5"] * v2
        denominator = q + w2 * (d + w2)
        square = ((u2 + v2) * q + w2 * (m + w2 * (n + k["n6"] * w2))) / denominator
        # how numerator and denominator grow with u2, v2 and w2
        q_u, q_v = 2 * k["d1"] * u2 + k["d2"] * v2, k["d2"] * u2 + 2 * k["d3"] * v2
        top_u = q + (u2 + v2) * q_u + w2 * (2 * k["n1"] * u2 + k["n2"] * v2 + w2 * k["n4"])
        top_v = q + (u2 + v2) * q_v + w2 * (k["n2"] * u2 + 2 * k["n3"] * v2 + w2 * k["n5"])
        top_w = m + w2 * (2 * n + 3 * k["n6"] * w2)
        share = 1 / (sqrt(square) * denominator)
        return (
            u * (top_u - square * (q_u + w2 * k["d4"])) * share,
            v * (top_v - square * (q_v + w2 * k["d5"])) * share,
            w * (top_w - square * (d + 2 * w2)) * share,
        )


@dataclass(eq=False)
class Block:
    at: Vector
    turn: Vector  # the unit vector of the long side
    half: Vector  # half sides
    mass: float
    pull: float
    going: Vector = (0.0, 0.0)
    spin: float = 0.0
    on: bool = True
    awake: bool = False
    moved: bool = False
    touched: int = 0
    blow: float = 0.0
    left: int = 0
    edge: int = -1
    out: Vector = (0.0, 0.0)
    crossing: int = 0
    was: Vector = (0.0, 0.0)  # before a step

    def __post_init__(self) -> None:
        square = dot(self.half, self.half)
        self.reach, self.inertia = sqrt(square), square / 3
        self.patch = Patch(*self.half)

    @property
    def speed(self) -> float:
        return sqrt(dot(self.going, self.going)) if self.awake else 0.0

    @property
    def axes(self) -> tuple[Vector, Vector]:
        return self.turn, left_of(self.turn)

    def motion_of(self, arm: Vector) -> Vector:
        """The velocity of a point that is `arm` away from the centre."""
        return self.going[0] - self.spin * arm[1], self.going[1] + self.spin * arm[0]

    def mobility(self, arm: Vector, way: Vector) -> float:
        lever = cross(arm, way)
        return (1 + lever * lever / self.inertia) / self.mass

    def strike(self, arm: Vector, impulse: Vector) -> None:
        self.going = self.going[0] + impulse[0] / self.mass, self.going[1] + impulse[1] / self.mass
        self.spin += cross(arm, impulse) / (self.mass * self.inertia)

    def held_back(self, turn: Vector, going: Vector, spin: float) -> tuple[Vector, float, float]:
        """The changes of velocity and spin a second, and the power that friction takes from a kilogram."""
        u, v, w = (
            going[0] * turn[0] + going[1] * turn[1],
            going[1] * turn[0] - going[0] * turn[1],
            spin * self.reach,
        )
        along, across, torque = self.patch.resist(u, v, w)
        power = along * u + across * v + torque * w
        x, y = along * turn[0] - across * turn[1], along * turn[1] + across * turn[0]
        change = -self.pull * x, -self.pull * y
        return change, -self.pull * torque * self.reach / self.inertia, self.pull * power

    def carry(self, going: Vector, spin: float, time: float) -> None:
        self.at = self.at[0] + going[0] * time, self.at[1] + going[1] * time
        self.turn = turned(self.turn, spin * time)

    def slide(self, time: float) -> None:
        going, spin = self.going, self.spin
        energy = going[0] * going[0] + going[1] * going[1] + self.inertia * spin * spin
        if energy < 1e-18:
            self.stop()
            return
        change, turning, power = self.held_back(self.turn, going, spin)
        if energy <= power * time:
            self.carry(going, spin, 0.5 * energy / power)
            self.stop()
            return
        half = 0.5 * time
        change, turning, _ = self.held_back(
            turned(self.turn, spin * half), plus(going, times_right(change, half)), spin + turning * half
        )
        self.going, self.spin = plus(going, times_right(change, time)), spin + turning * time
        self.carry(times(0.5, plus(going, self.going)), 0.5 * (spin + self.spin), time)

    def stop(self) -> None:
        self.going, self.spin, self.awake = (0.0, 0.0), 0.0, False


def times_right(a: Vector, k: float) -> Vector:
    return a[0] * k, a[1] * k


def turned(turn: Vector, angle: float) -> Vector:
    half = 0.5 * angle
    square = half * half
    tangent = half * (1 + square * (1 / 3 + square * (2 / 15 + square * (17 / 315))))
    share = 1 / (1 + tangent * tangent)
    cosine, sine = (1 - tangent * tangent) * share, 2 * tangent * share
    return cosine * turn[0] - sine * turn[1], sine * turn[0] + cosine * turn[1]
