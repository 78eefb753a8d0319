"""Learn All Out Assault against the computer by proximal policy optimization (PPO), in one file and in NumPy.

    python examples/ppo/ppo.py --opponent 1 --steps 4000000 --seed 1

It needs `pip install 'sandtable[gymnasium]'`. Every line printed is an evaluation: steps, seconds, and the mean score and the
share of wins in matches against the opponent, in which the learner plays its most likely action. Source: Schulman and others,
"Proximal policy optimization algorithms", 2017; the layout follows CleanRL.
"""

import argparse
import sys
import time
from dataclasses import dataclass, field

import gymnasium
import numpy as np

import sandtable.adapters.gymnasium  # noqa: F401 - makes the games known to gymnasium.make

# Strength, Stealth, Honor, Agility, Bloodlust and Discipline of both own pawns
NUMBERS = "4 1 5 6 3 2"


@dataclass
class Settings:
    """What can be chosen on the command line."""

    opponent: str = "1"
    steps: int = 4_000_000
    seed: int = 1
    envs: int = 256
    rollout: int = 64  # steps of each env between two updates
    hidden: int = 128
    epochs: int = 3
    minibatch: int = 2048
    rate: float = 1e-3  # falls to 0 in a straight line
    discount: float = 0.99
    trace: float = 0.95  # of generalized advantage estimation
    clip: float = 0.2
    entropy: float = 0.01
    matches: int = 400  # in an evaluation
    evaluate: int = 20  # updates between two evaluations


@dataclass
class Net:
    """Two layers that the policy and the value share, and one for each; trained by Adam."""

    sizes: tuple[int, int, int]
    seed: int
    weights: list[np.ndarray] = field(default_factory=list)

    def __post_init__(self):
        inputs, hidden, outputs = self.sizes
        draws = np.random.default_rng(self.seed)
        for rows, columns, scale in (
            (inputs, hidden, 1.0),
            (hidden, hidden, 1.0),
            (hidden, outputs, 0.01),
            (hidden, 1, 1.0),
        ):
            self.weights += [draws.normal(0, scale / np.sqrt(rows), (rows, columns)), np.zeros(columns)]
        self.weights = [weight.astype(np.float32) for weight in self.weights]
        self.moments = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.updates = 0

    def forward(self, inputs):
        """The hidden layers, logits and values."""
        first = np.tanh(inputs @ self.weights[0] + self.weights[1])
        second = np.tanh(first @ self.weights[2] + self.weights[3])
        return (
            first,
            second,
            second @ self.weights[4] + self.weights[5],
            (second @ self.weights[6] + self.weights[7])[:, 0],
        )

    def backward(self, inputs, first, second, logits, values):
        """The gradients of all weights, given those of the logits and values."""
        back = logits @ self.weights[4].T + values[:, None] @ self.weights[6].T
        back *= 1 - second**2
        early = (back @ self.weights[2].T) * (1 - first**2)
        return [
            inputs.T @ early,
            early.sum(0),
            first.T @ back,
            back.sum(0),
            second.T @ logits,
            logits.sum(0),
            second.T @ values[:, None],
            values.sum(keepdims=True),
        ]

    def descend(self, gradients, rate):
        """A step of Adam, after the gradients are scaled down to a norm of at most 0.5."""
        norm = np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients))
        self.updates += 1
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self.moments, strict=True):
            gradient = gradient * min(1.0, 0.5 / (norm + 1e-8))
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            unbiased = mean / (1 - 0.9**self.updates)
            weight -= rate * unbiased / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-5)


class Policy:
    """Which action to choose. The numbers of the own pawns are given: everything after that is learned."""

    def __init__(self, envs, settings):
        game = envs.unwrapped.batch.game
        self.first = game.spec.rules.actions.base("choose")
        count = game.spec.rules.actions.count - self.first
        self.given = np.zeros(game.spec.rules.actions.count, bool)
        self.given[[game.parse(f"give pawn {pawn} the numbers {NUMBERS}") for pawn in (1, 2)]] = True
        self.net = Net((game.spec.rules.features, settings.hidden, count), settings.seed)

    def odds(self, observations, masks):
        """How likely each learned action is, and the values; rows without one are empty."""
        *layers, logits, values = self.net.forward(observations)
        logits = np.where(masks, logits, -np.inf)
        highest = logits.max(1, keepdims=True)
        odds = np.exp(logits - np.where(np.isfinite(highest), highest, 0))
        return layers, odds / np.maximum(odds.sum(1, keepdims=True), 1e-30), values

    def act(self, observations, masks, draws, greedy=False):
        """An action for every env, the index among those that are learned (-1 for none), its probability, and the value."""
        learned = masks[:, self.first :].astype(bool)
        _, odds, values = self.odds(observations, learned)
        rows = np.arange(len(odds))
        picked = (
            odds.argmax(1) if greedy else (odds.cumsum(1) > draws.random((len(odds), 1)) * 0.9999).argmax(1)
        )
        some = learned.any(1)
        return (
            np.where(some, picked + self.first, (masks.astype(bool) & self.given).argmax(1)),
            np.where(some, picked, -1),
            odds[rows, picked],
            values,
        )


def advantages(rewards, ends, values, last, settings):
    """How much better each action did than expected, by generalized advantage estimation; all float[steps, envs]."""
    found, running = np.zeros_like(values), np.zeros_like(last)
    for step in reversed(range(len(rewards))):
        following = last if step == len(rewards) - 1 else values[step + 1]
        error = rewards[step] + settings.discount * following * ~ends[step] - values[step]
        running = error + settings.discount * settings.trace * running * ~ends[step]
        found[step] = running
    return found


def improve(policy, batch, rate, settings, draws):
    """Some epochs of clipped updates on what was played."""
    observations, masks, picked, before, gains, returns = batch
    for _ in range(settings.epochs):
        for part in np.array_split(draws.permutation(len(picked)), -(-len(picked) // settings.minibatch)):
            rows, chosen = np.arange(len(part)), picked[part]
            layers, odds, values = policy.odds(observations[part], masks[part])
            gain = (gains[part] - gains[part].mean()) / (gains[part].std() + 1e-8)
            ratio = odds[rows, chosen] / before[part]
            clipped = (ratio * gain > np.clip(ratio, 1 - settings.clip, 1 + settings.clip) * gain) & (
                np.abs(ratio - 1) > settings.clip
            )
            pull = np.where(clipped, 0, ratio * gain)[:, None]
            logs = np.log(np.maximum(odds, 1e-30))
            surprise = -(odds * logs).sum(1, keepdims=True)
            slope = odds * pull + settings.entropy * odds * (logs + surprise)
            slope[rows, chosen] -= pull[:, 0]
            error = values - returns[part]
            gradients = policy.net.backward(
                observations[part],
                *layers,
                (slope / len(part)).astype(np.float32),
                (0.5 * error / len(part)).astype(np.float32),
            )
            policy.net.descend(gradients, rate)


def score(policy, settings, seed):
    """The mean score and the share of wins against the opponent."""
    envs = make(settings, settings.matches, shaping=None)
    observations, infos = envs.reset(seed=seed)
    draws, results = np.random.default_rng(seed), np.full(settings.matches, np.nan)
    # one match of each env: to count more of those that end early would favour them
    while np.isnan(results).any():
        actions, *_ = policy.act(observations, infos["action_mask"], draws, greedy=True)
        observations, rewards, over, _, infos = envs.step(actions)
        results = np.where(over & np.isnan(results), rewards, results)
    return results.mean(), (results > 0).mean()


def make(settings, count, shaping):
    """Matches of All Out Assault in which the learner has seat 0."""
    return gymnasium.make_vec(
        "sandtable/Assault-v0", count, opponent=settings.opponent, seat=0, shaping=shaping
    )


def train(settings):
    """Plays and learns; yields steps, seconds, mean score and share of wins at every evaluation."""
    envs, draws, began = (
        make(settings, settings.envs, settings.discount),
        np.random.default_rng(settings.seed),
        time.monotonic(),
    )
    policy = Policy(envs, settings)
    observations, infos = envs.reset(seed=settings.seed)
    updates = settings.steps // (settings.envs * settings.rollout)
    for update in range(updates + 1):
        if update % settings.evaluate == 0 or update == updates:
            yield (
                update * settings.envs * settings.rollout,
                time.monotonic() - began,
                *score(policy, settings, 10_000),
            )
        if update == updates:
            return
        seen, masks, picks, odds, values, rewards, ends = ([] for _ in range(7))
        for _ in range(settings.rollout):
            actions, picked, likely, value = policy.act(observations, infos["action_mask"], draws)
            for column, row in (
                (seen, observations),
                (masks, infos["action_mask"][:, policy.first :].astype(bool)),
                (picks, picked),
                (odds, likely),
                (values, value),
            ):
                column.append(row)
            observations, reward, over, _, infos = envs.step(actions)
            rewards.append(reward.astype(np.float32))
            ends.append(over)
        last = policy.net.forward(observations)[-1]
        gains = advantages(rewards, np.array(ends), np.array(values), last, settings)
        flat = [np.concatenate(column) for column in (seen, masks, picks, odds)]
        gains, returns = gains.ravel(), (gains + np.array(values)).ravel()
        learned = flat[2] >= 0
        batch = [column[learned] for column in (*flat, gains, returns)]
        improve(policy, batch, settings.rate * (1 - update / updates), settings, draws)


def main():
    """Prints the curve."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name, default in vars(Settings()).items():
        parser.add_argument(f"--{name}", type=type(default), default=default)
    for steps, seconds, mean, wins in train(Settings(**vars(parser.parse_args()))):
        sys.stdout.write(f"{steps:>9,} steps {seconds:>6.0f} s  score {mean:+.2f}  wins {wins:.0%}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
