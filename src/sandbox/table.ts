import type { Route } from './call.ts';
import { accountRoutes } from './routes/account.ts';
import { apiKeyRoutes } from './routes/api-keys.ts';
import { billingRoutes } from './routes/billing.ts';
import { cloudCopyRoutes } from './routes/cloud-copy.ts';
import { connectionRoutes } from './routes/connections.ts';
import { createRoutes } from './routes/create.ts';
import { directCopyRoutes } from './routes/direct-copy.ts';
import { endpointRuntimeRoutes } from './routes/endpoint-runtime.ts';
import { instanceActionRoutes } from './routes/instance-actions.ts';
import { instanceChangeRoutes } from './routes/instance-changes.ts';
import { instanceRoutes } from './routes/instances.ts';
import { instanceListRoutes } from './routes/instances-v1.ts';
import { invoiceRoutes } from './routes/invoices.ts';
import { offerRoutes } from './routes/offers.ts';
import { scheduledJobRoutes } from './routes/scheduled-jobs.ts';
import { secretRoutes } from './routes/secrets.ts';
import { sshKeyRoutes } from './routes/ssh-keys.ts';
import { templateRoutes } from './routes/templates.ts';
import { tfaRoutes } from './routes/tfa.ts';
import { volumeRoutes } from './routes/volumes.ts';
import { workerGroupRoutes } from './routes/worker-groups.ts';

/** Every call of the service, one row each. */
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
