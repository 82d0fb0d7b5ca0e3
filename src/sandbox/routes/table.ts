import { accountRoutes } from './account.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { billingRoutes } from './billing.ts';
import type { Route } from './call.ts';
import { cloudCopyRoutes } from './cloud-copy.ts';
import { createRoutes } from './create.ts';
import { instanceActionRoutes } from './instance-actions.ts';
import { instanceRoutes } from './instances.ts';
import { instanceListRoutes } from './instances-v1.ts';
import { offerRoutes } from './offers.ts';
import { scheduledJobRoutes } from './scheduled-jobs.ts';
import { secretRoutes } from './secrets.ts';
import { sshKeyRoutes } from './ssh-keys.ts';
import { storageRoutes } from './storage.ts';
import { templateRoutes } from './templates.ts';
import { tfaRoutes } from './tfa.ts';
import { workerGroupRoutes } from './worker-groups.ts';

/** Every call that the sandbox takes, one row each. */
export const routes: readonly Route[] = [
  ...offerRoutes,
  ...createRoutes,
  ...instanceRoutes,
  ...instanceListRoutes,
  ...instanceActionRoutes,
  ...accountRoutes,
  ...sshKeyRoutes,
  ...apiKeyRoutes,
  ...templateRoutes,
  ...storageRoutes,
  ...secretRoutes,
  ...billingRoutes,
  ...tfaRoutes,
  ...workerGroupRoutes,
  ...cloudCopyRoutes,
  ...scheduledJobRoutes,
];
