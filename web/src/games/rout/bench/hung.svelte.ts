import { drawing } from "./drawing.svelte";
import { open } from "./opening";
import type { Renderer, Wanted } from "./renderer";

/** A renderer whose canvas hangs in a part of the page, and another one when it is wanted otherwise. Make it in a component. */
export class Hung {
  renderer = $state.raw<Renderer | null>(null);

  constructor(place: () => HTMLElement | undefined) {
    $effect(() => {
      let gone = false;
      let opened: Renderer | null = null;
      const show = async (choice: Wanted): Promise<void> => {
        const made = await open(choice);
        if (gone) return made.dispose();
        made.canvas.setAttribute("data-picture", "");
        made.canvas.setAttribute("aria-hidden", "true");
        // it fills its place, whatever number of device pixels it has
        Object.assign(made.canvas.style, { display: "block", width: "100%", height: "100%" });
        // a device that takes its WebGL back
        made.canvas.addEventListener("webglcontextlost", () => opened === made && void show("canvas"));
        opened?.dispose();
        // before all that Svelte keeps there, which stays as it was
        place()?.prepend(made.canvas);
        opened = this.renderer = made;
      };
      void show(drawing.choice);
      return () => {
        gone = true;
        const last = opened;
        opened = this.renderer = null;
        last?.dispose();
      };
    });
  }
}
