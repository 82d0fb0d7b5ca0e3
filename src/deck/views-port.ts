import type { ViewsPort } from '../column-view.ts';
import type { Views } from '../local/views.ts';

/** The columns that a person has chosen, over the file that keeps them. */
export const viewsPort = (views: Views): ViewsPort => ({
  load: (list) => views.get(list),
  save: async (list, view) => {
    const kept = await views.keep(list, view);
    return kept.ok ? undefined : `These columns last for this run only: ${kept.message}`;
  },
});
