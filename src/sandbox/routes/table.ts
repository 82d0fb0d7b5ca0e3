import { accountRoutes } from './account.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { billingRoutes } from './billing.ts';
import type { Route } from './call.ts';
import { cloudCopyRoutes } from './cloud-copy.ts';
import { connectionRoutes } from './connections.ts';
import { createRoutes } from './create.ts';
import { directCopyRoutes } from './direct-copy.ts';
import { endpointRuntimeRoutes } from './endpoint-runtime.ts';
import { instanceActionRoutes } from './instance-actions.ts';
import { instanceChangeRoutes } from './instance-changes.ts';
import { instanceRoutes } from './instances.ts';
import { instanceListRoutes } from './instances-v1.ts';
import { invoiceRoutes } from './invoices.ts';
import { offerRoutes } from './offers.ts';
import { scheduledJobRoutes } from './scheduled-jobs.ts';
import { secretRoutes } from './secrets.ts';
import { sshKeyRoutes } from './ssh-keys.ts';
import { templateRoutes } from './templates.ts';
import { tfaRoutes } from './tfa.ts';
import { volumeRoutes } from './volumes.ts';
import { workerGroupRoutes } from './worker-groups.ts';

/** Every call that the sandbox takes, one row each. */
export const routes: readonly Route[] = [
  ...offerRoutes,
  ...createRoutes,
  ...instanceRoutes,
  ...instanceListRoutes,
  ...instanceActionRoutes,
  ...instanceChangeRoutes,
  ...accountRoutes,
  ...sshKeyRoutes,
  ...apiKeyRoutes,
  ...templateRoutes,
  ...volumeRoutes,
  ...connectionRoutes,
  ...secretRoutes,
  ...billingRoutes,
  ...invoiceRoutes,
  ...tfaRoutes,
  ...workerGroupRoutes,
  ...endpointRuntimeRoutes,
  ...cloudCopyRoutes,
  ...directCopyRoutes,
  ...scheduledJobRoutes,
];
