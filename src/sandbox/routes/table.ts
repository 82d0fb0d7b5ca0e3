import { accountRoutes } from './account.ts';
import type { Route } from './call.ts';
import { cloudCopyRoutes } from './cloud-copy.ts';
import { createRoutes } from './create.ts';
import { instanceRoutes } from './instances.ts';
import { offerRoutes } from './offers.ts';
import { tfaRoutes } from './tfa.ts';
import { workerGroupRoutes } from './worker-groups.ts';

/** Every call that the sandbox takes, one row each. */
export const routes: readonly Route[] = [
  ...offerRoutes,
  ...createRoutes,
  ...instanceRoutes,
  ...accountRoutes,
  ...tfaRoutes,
  ...workerGroupRoutes,
  ...cloudCopyRoutes,
];
