/**
 * Every value that interface.md leaves open, in one place. The README shows this table.
 * Times are in seconds unless a name says otherwise.
 */
export const assumptions = {
  /** Offers in a fresh world, and the most that may be asked for. */
  offers: 2_000,
  mostOffers: 100_000,
  /** The credit of a fresh account, in dollars. */
  credit: 100,
  /** Market prices change in steps of this length. */
  priceStep: 300,
  /** GB for which a search prices the storage when it names no `allocated_storage`. */
  pricedDiskGb: 8,
  /** Hours in the month of a storage price ($/GB/month). */
  monthHours: 720,

  /** `actual_status` after a stop. */
  statusAfterStop: 'stopped',
  /** Time spent with `actual_status` null after creation: from, to. */
  provisioning: [5, 15],
  /** Time spent loading the image after that: from, to. */
  loading: [30, 200],
  /** Loading again after a start: the image is there already. */
  starting: [8, 20],
  /** A reboot, until running again. */
  rebooting: [6, 15],
  /** A recycle pulls the image again. */
  recycling: [20, 60],
  /** States in which the GPU is billed; the disk is billed in every state until destroyed, as interface.md says. */
  gpuBilledIn: ['running', 'frozen'],

  /** `runtype` when neither the request nor a template gives one. */
  runtype: 'ssh',
  /** A bid may be this low and this high, in $/h. */
  price: [0.001, 128],
  mostBidPerGpu: 32,
  /** GB. */
  leastDisk: 8,
  imageChars: 1024,
  /** Of args, args_str and onstart together. */
  commandChars: 4096,
  labelCharsAtCreation: 256,
  labelChars: 1024,
  envEntryChars: 256,
  envChars: 32_768,
  portsPerInstance: 64,
  /** A number from here on that is mapped to itself asks for a port that is the same inside and outside. */
  identityPortsFrom: 70_000,
  /** Chars of a command for `execute`, and the programs it may run. */
  executeChars: 512,
  executePrograms: ['ls', 'rm', 'du'],
  /**
   * Scheduled jobs run at this minute of an hour (UTC), from the hour that holds start_time until end_time: one that
   * is set for 13:22 runs at 13:00. One that stops or destroys an instance acts, any other is kept and does nothing.
   */
  scheduledJobMinute: 0,
  /** A second job that agrees in these is refused with 422. */
  scheduledJobsAlikeIn: ['instanceId', 'endpoint', 'method'],

  /** What stands inside a category of a permission document is kept, and narrows nothing. */
  permissionConstraintsHold: false,
  /** A key whose permission document is null has full access. */
  nullPermissionsAre: 'full access',
  /** A new SSH key of the account opens the instances that are created from then on, and no earlier one. */
  newSshKeyOpens: 'new instances',

  /** The discount of a prepayment for each month that it covers, and the most of it. */
  prepayDiscount: [0.1, 0.4],
  /** A prepayment is answered with its discount, and changes neither the credit nor what is charged. */
  prepayMovesCredit: false,

  /** Under `--rate-limits`: how a call that comes too early is refused. These four forms are publicly known. */
  tooFrequent: {
    search: 'text',
    read: 'text with threshold',
    write: '{success, error, msg}',
    creation: '{detail}',
  },

  /** Requests that the log remembers. */
  keptRequests: 50_000,
  /** Texts behind a `result_url` that are kept. */
  keptResults: 200,
  /** A text behind a `result_url` is written so long after it was asked for. */
  resultAfter: 0.5,
  /** A running container writes a line of its own this often, for who follows its log. */
  logEvery: 15,
  /** Instances on a page of the v1 list: the most, and for a limit of 0 or less. */
  pageLimit: 25,
  pageLimitForNone: 5,
  /** The most charges on a page. A charge covers one day of UTC at most. */
  mostCharges: 500,
  /** Charges on a page when the call names no limit. */
  chargesOnPage: 100,

  /** A new worker group rents its test workers, ordinary instances labelled `worker group ID`, and does not scale. */
  workersAtCreation: 'test_workers',
  /** Their image where neither a template nor `--image` in launch_args gives one. */
  workerImage: 'sandbox/worker:latest',
  /** Memory in `search_params` is written in GB, as the public client has it; `search_query` has it in MB. */
  searchParamsMemoryIn: 'GB',
  /** Offers that are looked at for workers. */
  workerOffers: 50,
  /** Removing a group leaves its workers running, and billed. */
  workersGoWithGroup: false,
  /** Fields of an endpoint group that were not given. */
  endpointGroup: {
    endpoint_state: 'active',
    min_load: 0,
    min_cold_load: 0,
    target_util: 0.9,
    cold_mult: 2.5,
    cold_workers: 5,
    max_workers: 20,
  },

  /** GB of a new volume, and the most characters of its name. */
  volumeGb: 15,
  volumeNameChars: 64,
  /** Volume offers that a search answers when it names no limit. */
  volumeOffers: 64,
  /** $/GB/month of a volume, until the control surface gives it a price: an empty world costs nothing. */
  volumeStorageCost: 0,
  /** A volume is copied onto a volume offer, where it becomes a new one. */
  volumeCopyGoesTo: 'a volume offer',

  /** A cloud copy takes this long: from, to. Its instance need not run. */
  cloudCopy: [40, 120],
  /** The status message of an instance tells of a copy so much later, of its end too. */
  copyMessageLag: 30,
  /** How long the end of a copy stays in the status message of the instance. */
  copyMessageStays: 600,

  /** Failed codes before a method is locked. E-mail and a method that is only being added are never locked. */
  failuresBeforeLock: { sms: 3, totp: 5 },
  /** How long a login waits for its second factor. */
  pendingLogin: 1_800,
  /** A resend sends another code under the same challenge, and its ten minutes begin again. */
  resendSendsNewCode: true,
  /** Steps of 30 s that a TOTP code may be off, either way. */
  totpDriftSteps: 1,
  /** A TOTP code that was accepted is accepted again while it is valid. */
  totpCodeReusable: true,
  totpIssuer: 'Rigdeck Sandbox',
  /** The window for adding methods stays open when a method was added. */
  windowClosesWithMethod: false,
  /** Of the letters and digits that are not mistaken for each other. */
  backupCodeAlphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789',
  /** The label of a method that was given none. */
  methodLabels: { sms: 'Phone', totp: 'Authenticator' },
  /** Numbers at which a text always goes wrong, and how, for rehearsal. */
  rehearsalNumbers: {
    '+15005550001': 'twilio_error',
    '+15005550002': 'twilio_rate_limited',
    '+15005550003': 'preauth_phone_cap',
    '+15005550004': 'sms_blocked_number',
  },
  /** Seconds for which a bid wins and then loses in a lively world: from, to. */
  bidHolds: [1_200, 14_400],
  bidLost: [300, 3_600],
  /** An instance that lost its bid needs this many times the old price to win again. */
  outbidFactor: 1.05,
} as const;
