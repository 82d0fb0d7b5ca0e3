import type { ViewsPort } from '../engine/services.ts';
import type { Views } from '../platform/files/views.ts';

/** The columns that a person has chosen, over the file that keeps them. */
export const viewsPort = (views: Views): ViewsPort => ({
  load: (list) => views.get(list),
  save: async (list, view) => {
    const kept = await views.keep(list, view);
    return kept.ok ? undefined : `These columns last for this run only: ${kept.message}`;
  },
});
