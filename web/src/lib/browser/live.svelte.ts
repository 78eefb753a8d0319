/** The two spoken regions: `polite` for what happened, `assertive` for your turn and the connection. */
class Live {
  polite = $state("");
  assertive = $state("");

  say(text: string): void {
    this.polite = this.polite === text ? `${text}\u00a0` : text;
  }

  shout(text: string): void {
    this.assertive = this.assertive === text ? `${text}\u00a0` : text;
  }
}

export const live = new Live();
