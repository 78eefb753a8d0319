/**
 * Keeps the screen on until the returned function is called. A page releases the lock while it is hidden and requests it again once it
 * is visible. If the browser does not support or grant it, nothing happens.
 */
export function keepAwake(): () => void {
  let held: WakeLockSentinel | null = null;
  let wanted = true;
  let asking = false;

  async function ask(): Promise<void> {
    // browsers without it, and pages on plain http, have no such property
    const locks = navigator.wakeLock as WakeLock | undefined;
    if (!locks || !wanted || held || asking || document.hidden) return;
    asking = true;
    try {
      const got = await locks.request("screen");
      if (wanted && !document.hidden) held = got;
      else void got.release();
      got.addEventListener("release", () => {
        if (held === got) held = null;
      });
    } catch {
      // a low battery, for instance
    } finally {
      asking = false;
    }
  }

  function changed(): void {
    if (document.hidden) drop();
    else void ask();
  }

  function drop(): void {
    void held?.release();
    held = null;
  }

  document.addEventListener("visibilitychange", changed);
  void ask();
  return () => {
    wanted = false;
    document.removeEventListener("visibilitychange", changed);
    drop();
  };
}
