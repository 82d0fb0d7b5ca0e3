/**
 * Every value that interface.md leaves open. docs/sandbox.md shows this table.
 * Times are in seconds unless a name says otherwise.
 */
export const assumptions = {
  /** Offers in a fresh world */
  offers: 2_000,
  /** Max `--offers` */
  mostOffers: 100_000,
  /** Credit of a fresh account, in dollars */
  credit: 100,
  /** Market prices change this often */
  priceStep: 300,
  /** Default `allocated_storage` of a search, in GB */
  pricedDiskGb: 8,
  /** Hours per month in a storage price ($/GB/month) */
  monthHours: 720,

  /** `actual_status` after a stop */
  statusAfterStop: 'stopped',
  /** Time with `actual_status` null after creation */
  provisioning: [5, 15],
  /** Time to load the image after that */
  loading: [30, 200],
  /** Time to load after a start (the image is cached) */
  starting: [8, 20],
  /** Time to reboot */
  rebooting: [6, 15],
  /** Time to recycle (the image is pulled again) */
  recycling: [20, 60],
  /** States in which the GPU is billed */
  gpuBilledIn: ['running', 'frozen'],

  /** Default `runtype` */
  runtype: 'ssh',
  /** Min and max bid, in $/h */
  price: [0.001, 128],
  /** Max bid per GPU, in $/h */
  mostBidPerGpu: 32,
  /** Min disk, in GB */
  leastDisk: 8,
  /** Max length of an image path */
  imageChars: 1024,
  /** Max length of `args`, `args_str` and `onstart` together */
  commandChars: 4096,
  /** Max length of a label at creation */
  labelCharsAtCreation: 256,
  /** Max length of a label later */
  labelChars: 1024,
  /** Max length of a variable */
  envEntryChars: 256,
  /** Max length of all variables together */
  envChars: 32_768,
  /** Max port mappings per instance */
  portsPerInstance: 64,
  /** Ports from here on, mapped to themselves, request the same port inside and outside */
  identityPortsFrom: 70_000,
  /** Max length of an `execute` command */
  executeChars: 512,
  /** Programs that `execute` can run */
  executePrograms: ['ls', 'rm', 'du'],
  /**
   * Minute (UTC) at which scheduled jobs run, from the hour of `start_time` until `end_time`: a job set for 13:22 runs
   * at 13:00. Only jobs that stop or destroy an instance have an effect
   */
  scheduledJobMinute: 0,
  /** A second job with the same values in these fields is refused (422) */
  scheduledJobsAlikeIn: ['instanceId', 'endpoint', 'method'],

  /** Constraints inside a permission category are enforced (they are stored in any case) */
  permissionConstraintsHold: false,
  /** Access of a key whose permission document is null */
  nullPermissionsAre: 'full access',
  /** A new SSH key of the account works on instances created later, not on earlier ones */
  newSshKeyOpens: 'new instances',

  /** Prepayment discount per month covered, and its max */
  prepayDiscount: [0.1, 0.4],
  /** A prepayment changes credit and charges (its discount is returned in any case) */
  prepayMovesCredit: false,

  /** Body of a 429 under `--rate-limits`, by kind of request (publicly known forms) */
  tooFrequent: {
    search: 'text',
    read: 'text with threshold',
    write: '{success, error, msg}',
    creation: '{detail}',
  },

  /** Max requests in the log */
  keptRequests: 50_000,
  /** Max stored results (`result_url`) */
  keptResults: 200,
  /** Time until a result is available at its `result_url` */
  resultAfter: 0.5,
  /** A running container logs a line this often */
  logEvery: 15,
  /** Max instances per page of the v1 list */
  pageLimit: 25,
  /** Instances per page for a limit of 0 or less */
  pageLimitForNone: 5,
  /** Max charges per page (a charge covers at most one UTC day) */
  mostCharges: 500,
  /** Default charges per page */
  chargesOnPage: 100,

  /** A new worker group rents its test workers (ordinary instances labeled `worker group ID`) and doesn't scale */
  workersAtCreation: 'test_workers',
  /** Default image of workers */
  workerImage: 'sandbox/worker:latest',
  /** Unit of memory in `search_params`, as in the public client (`search_query` uses MB) */
  searchParamsMemoryIn: 'GB',
  /** Max offers considered for workers */
  workerOffers: 50,
  /** Deleting a group destroys its workers (otherwise they keep running, and billed) */
  workersGoWithGroup: false,
  /** Defaults of an endpoint group */
  endpointGroup: {
    endpoint_state: 'active',
    min_load: 0,
    min_cold_load: 0,
    target_util: 0.9,
    cold_mult: 2.5,
    cold_workers: 5,
    max_workers: 20,
  },

  /** Default size of a new volume, in GB */
  volumeGb: 15,
  /** Max length of a volume name */
  volumeNameChars: 64,
  /** Default limit of a volume search */
  volumeOffers: 64,
  /** Price of a volume, in $/GB/month, unless set by the control surface */
  volumeStorageCost: 0,
  /** A volume is copied onto a volume offer, and becomes a new volume there */
  volumeCopyGoesTo: 'a volume offer',

  /** Time for a cloud copy (its instance needn't be running) */
  cloudCopy: [40, 120],
  /** Delay until the status message of an instance shows the start or end of a copy */
  copyMessageLag: 30,
  /** Time that the end of a copy stays in the status message */
  copyMessageStays: 600,

  /** Failed codes until a method is locked (email and methods being added are never locked) */
  failuresBeforeLock: { sms: 3, totp: 5 },
  /** Time to complete a two-factor login */
  pendingLogin: 1_800,
  /** A resend sends a new code for the same challenge and restarts its 10 minutes */
  resendSendsNewCode: true,
  /** Accepted TOTP drift, in steps of 30 s either way */
  totpDriftSteps: 1,
  /** A TOTP code can be used again while valid */
  totpCodeReusable: true,
  /** Issuer shown by an authenticator app */
  totpIssuer: 'Rigdeck Sandbox',
  /** Adding a method locks adding methods again */
  windowClosesWithMethod: false,
  /** Characters in backup codes (no look-alikes) */
  backupCodeAlphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789',
  /** Default labels of methods */
  methodLabels: { sms: 'Phone', totp: 'Authenticator' },
  /** Test phone numbers that always fail, and how */
  rehearsalNumbers: {
    '+15005550001': 'twilio_error',
    '+15005550002': 'twilio_rate_limited',
    '+15005550003': 'preauth_phone_cap',
    '+15005550004': 'sms_blocked_number',
  },
  /** Time that a bid wins, with `--lively` */
  bidHolds: [1_200, 14_400],
  /** Time that it then loses */
  bidLost: [300, 3_600],
  /** An outbid instance needs its old price times this to win again */
  outbidFactor: 1.05,
} as const;
