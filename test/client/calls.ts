import type { Client } from '../../src/client/client-type.ts';
import type { Endpoint } from '../../src/client/endpoint-row.ts';
import { type EndpointName, endpoints } from '../../src/client/endpoints.ts';

/**
 * One line per method of the client, its own or made from its row: what is called, the bytes that have to leave, the bytes that a service typed
 * from interface.md answers, and what the caller then holds.
 */
export type Call = {
  call: (client: Client) => Promise<unknown>;
  /** Method and path. */
  sends: string;
  /** The body to the byte; absent for none. */
  body?: string;
  answers: string;
  gives: unknown;
};

const user =
  '{"id":7,"email":"a@b.test","credit":12.5,"ssh_key":"ssh-ed25519 AAAA","full_name":"Ada L","tfa_status":"enabled"}';
const userGives = {
  id: 7,
  email: 'a@b.test',
  credit: 12.5,
  ssh_key: 'ssh-ed25519 AAAA',
  full_name: 'Ada L',
  tfa_status: 'enabled',
};
const method =
  '{"id":3,"user_id":7,"method":"sms","label":"work","phone_number":"*******0100","is_primary":true,"fail_count":2,"locked_until":1700000900,"created_at":1690000000,"last_used":1699999999}';
const methodGives = {
  id: 3,
  user_id: 7,
  method: 'sms',
  label: 'work',
  phone_number: '*******0100',
  is_primary: true,
  fail_count: 2,
  locked_until: 1_700_000_900,
  created_at: 1_690_000_000,
  last_used: 1_699_999_999,
};

const job = {
  start_time: 1_764_356_400,
  end_time: 1_764_358_200,
  api_endpoint: '/api/v0/instances/9001/',
  request_method: 'PUT',
  request_body: { state: 'stopped' },
  frequency: 'HOURLY',
  day_of_the_week: null,
  hour_of_the_day: null,
  instance_id: 9001,
} as const;
const jobBytes =
  '{"start_time":1764356400,"end_time":1764358200,"api_endpoint":"/api/v0/instances/9001/","request_method":"PUT","request_body":{"state":"stopped"},"frequency":"HOURLY","day_of_the_week":null,"hour_of_the_day":null,"instance_id":9001}';

const own: Partial<Record<EndpointName, Call>> = {
  searchOffers: {
    call: (c) =>
      c.searchOffers({
        verified: { eq: true },
        num_gpus: { eq: 1 },
        order: [['dlperf_per_dphtotal', 'desc']],
        type: 'on-demand',
        limit: 5,
      }),
    sends: 'POST /api/v0/bundles/',
    body: '{"verified":{"eq":true},"num_gpus":{"eq":1},"order":[["dlperf_per_dphtotal","desc"]],"type":"on-demand","limit":5}',
    answers: '{"offers":[{"id":101},{"id":102,"gpu_name":"RTX 4090","dph_total":0.4}]}',
    gives: { offers: [{ id: 101 }, { id: 102, gpu_name: 'RTX 4090', dph_total: 0.4 }] },
  },
  createInstance: {
    call: (c) =>
      c.createInstance(101, {
        image: 'pytorch/pytorch',
        disk: 20,
        env: { '-p 80:80': '1', A: 'b' },
        runtype: 'ssh',
      }),
    sends: 'PUT /api/v0/asks/101/',
    body: '{"image":"pytorch/pytorch","disk":20,"env":{"-p 80:80":"1","A":"b"},"runtype":"ssh"}',
    answers: '{"success":true,"new_contract":9001,"instance_api_key":"ik-1"}',
    gives: { success: true, new_contract: 9001, instance_api_key: 'ik-1' },
  },
  listInstances: {
    call: (c) => c.listInstances(),
    sends: 'GET /api/v0/instances/',
    answers:
      '{"instances_found":1,"instances":[{"id":9001,"actual_status":"running","ssh_host":"h","ssh_port":22}]}',
    gives: {
      instances_found: 1,
      instances: [{ id: 9001, actual_status: 'running', ssh_host: 'h', ssh_port: 22 }],
    },
  },
  getInstance: {
    call: (c) => c.getInstance(9001),
    sends: 'GET /api/v0/instances/9001/',
    answers: '{"instances":{"actual_status":"running","ssh_host":"ssh4.test","ssh_port":10022}}',
    gives: { instances: { id: 9001, actual_status: 'running', ssh_host: 'ssh4.test', ssh_port: 10022 } },
  },
  stopInstance: {
    call: (c) => c.stopInstance(9001),
    sends: 'PUT /api/v0/instances/9001/',
    body: '{"state":"stopped"}',
    answers: '{"success": true}',
    gives: { success: true },
  },
  startInstance: {
    call: (c) => c.startInstance(9001),
    sends: 'PUT /api/v0/instances/9001/',
    body: '{"state":"running"}',
    answers: '{"success": true}',
    gives: { success: true },
  },
  destroyInstance: {
    call: (c) => c.destroyInstance(9001),
    sends: 'DELETE /api/v0/instances/9001/',
    answers: '{"success": true}',
    gives: { success: true },
  },
  changeBid: {
    call: (c) => c.changeBid(9001, 0.105),
    sends: 'PUT /api/v0/instances/bid_price/9001/',
    body: '{"client_id":"me","price":0.105}',
    answers: '{"success": true}',
    gives: { success: true },
  },
  labelInstance: {
    call: (c) => c.labelInstance(9001, null),
    sends: 'PUT /api/v0/instances/9001/',
    body: '{"label":null}',
    answers: '{"success": true}',
    gives: { success: true },
  },
  rebootInstance: {
    call: (c) => c.rebootInstance(9001),
    sends: 'PUT /api/v0/instances/reboot/9001/',
    body: '{}',
    answers: '{"success": true}',
    gives: { success: true },
  },
  recycleInstance: {
    call: (c) => c.recycleInstance(9001),
    sends: 'PUT /api/v0/instances/recycle/9001/',
    body: '{}',
    answers: '{"success": true, "msg": "recycling"}',
    gives: { success: true, msg: 'recycling' },
  },
  requestLogs: {
    call: (c) => c.requestLogs(9001, { tail: '1000', filter: 'loss', daemon_logs: 'true' }),
    sends: 'PUT /api/v0/instances/request_logs/9001/',
    body: '{"tail":"1000","filter":"loss","daemon_logs":"true"}',
    answers: '{"success":true,"result_url":"https://s3.example.com/logs/a1.log","msg":"wait"}',
    gives: { success: true, result_url: 'https://s3.example.com/logs/a1.log', msg: 'wait' },
  },
  executeCommand: {
    call: (c) => c.executeCommand(9001, 'ls -l /workspace'),
    sends: 'PUT /api/v0/instances/command/9001/',
    body: '{"command":"ls -l /workspace"}',
    answers:
      '{"success":true,"writeable_path":"/var/lib/x/","result_url":"https://s3.example.com/out/b2","msg":null}',
    gives: { success: true, writeable_path: '/var/lib/x/', result_url: 'https://s3.example.com/out/b2' },
  },
  currentUser: {
    call: (c) => c.currentUser(),
    sends: 'GET /api/v0/users/current/',
    answers: user,
    gives: userGives,
  },
  createWorkerGroup: {
    call: (c) =>
      c.createWorkerGroup({
        endpoint_name: 'llm',
        search_params: 'verified=true gpu_name=RTX_4090',
        launch_args: '--disk 40',
        min_load: 1,
        target_util: 0.9,
        cold_mult: 3,
        cold_workers: 3,
        max_workers: 20,
        test_workers: 3,
        gpu_ram: 24,
      }),
    sends: 'POST /api/v0/workergroups/',
    body: '{"endpoint_name":"llm","search_params":"verified=true gpu_name=RTX_4090","launch_args":"--disk 40","min_load":1,"target_util":0.9,"cold_mult":3,"cold_workers":3,"max_workers":20,"test_workers":3,"gpu_ram":24}',
    answers: '{"success":true,"id":55}',
    gives: { success: true, id: 55 },
  },
  cloudCopy: {
    call: (c) =>
      c.cloudCopy({
        instance_id: '9001',
        src: '/data',
        dst: '/backup',
        selected: '1',
        transfer: 'Instance To Cloud',
        flags: ['--dry-run'],
      }),
    sends: 'POST /api/v0/commands/rclone/',
    body: '{"instance_id":"9001","src":"/data","dst":"/backup","selected":"1","transfer":"Instance To Cloud","flags":["--dry-run"]}',
    answers: '{"success":true,"msg":"started","result_url":"https://x.test/r"}',
    gives: { success: true, msg: 'started', result_url: 'https://x.test/r' },
  },
  tfaStatus: {
    call: (c) => c.tfaStatus(),
    sends: 'GET /api/v0/tfa/status/',
    answers: `{"success":true,"tfa_enabled":true,"methods":[${method}],"backup_codes_remaining":9,"new_method_authorized":false}`,
    gives: {
      success: true,
      tfa_enabled: true,
      methods: [methodGives],
      backup_codes_remaining: 9,
      new_method_authorized: false,
    },
  },
  tfaLogin: {
    call: (c) => c.tfaLogin({ tfa_method: 'totp', code: '123456', tfa_method_id: 3, admin: false }),
    sends: 'POST /api/v0/tfa/',
    body: '{"tfa_method":"totp","code":"123456","tfa_method_id":3,"admin":false}',
    answers: `${user.slice(0, -1)},"session_key":"sk-1","backup_codes_remaining":2,"legacy_tfa_user":true}`,
    gives: { ...userGives, session_key: 'sk-1', backup_codes_remaining: 2, legacy_tfa_user: true },
  },
  tfaRemove: {
    call: (c) => c.tfaRemove({ backup_code: 'AAAA-BBBB-CCCC', target_id: 3 }),
    sends: 'DELETE /api/v0/tfa/',
    body: '{"backup_code":"AAAA-BBBB-CCCC","target_id":3}',
    answers: '{"msg":"2FA method removed","remaining_methods":1}',
    gives: { msg: '2FA method removed', remaining_methods: 1 },
  },
  tfaSendEmail: {
    call: (c) => c.tfaSendEmail({}),
    sends: 'POST /api/v0/tfa/email/',
    body: '{}',
    answers: '{"success":true,"msg":"2FA code sent to your email address.","secret":"ch-1"}',
    gives: { success: true, msg: '2FA code sent to your email address.', secret: 'ch-1' },
  },
  tfaSendSms: {
    call: (c) => c.tfaSendSms({ phone_number: '+15555550100' }),
    sends: 'POST /api/v0/tfa/sms/',
    body: '{"phone_number":"+15555550100"}',
    answers: '{"msg":"2FA Sent","secret":"ch-2"}',
    gives: { msg: '2FA Sent', secret: 'ch-2' },
  },
  tfaResendSms: {
    call: (c) => c.tfaResendSms({ tfa_method_id: 3, secret: 'ch-2' }),
    sends: 'POST /api/v0/tfa/sms/resend/',
    body: '{"tfa_method_id":3,"secret":"ch-2"}',
    answers: '{"msg":"A 6-digit code has been sent to your phone","secret":"ch-3"}',
    gives: { msg: 'A 6-digit code has been sent to your phone', secret: 'ch-3' },
  },
  tfaTotpSetup: {
    call: (c) => c.tfaTotpSetup(),
    sends: 'POST /api/v0/tfa/totp-setup/',
    answers:
      '{"secret":"JBSWY3DPEHPK3PXP","provisioning_uri":"otpauth://totp/Rigs:a%40b.test?secret=JBSWY3DPEHPK3PXP&issuer=Rigs"}',
    gives: {
      secret: 'JBSWY3DPEHPK3PXP',
      provisioning_uri: 'otpauth://totp/Rigs:a%40b.test?secret=JBSWY3DPEHPK3PXP&issuer=Rigs',
    },
  },
  tfaAuthorizeStart: {
    call: (c) => c.tfaAuthorizeStart({ tfa_method: 'email' }),
    sends: 'POST /api/v0/tfa/authorize-new-method/',
    body: '{"tfa_method":"email"}',
    answers: '{"success":true,"secret":"ch-4"}',
    gives: { success: true, secret: 'ch-4' },
  },
  tfaAuthorizeConfirm: {
    call: (c) => c.tfaAuthorizeConfirm({ code: '123456', secret: 'ch-4' }),
    sends: 'PUT /api/v0/tfa/authorize-new-method/',
    body: '{"code":"123456","secret":"ch-4"}',
    answers: '{"success":true,"msg":"Authorization successful."}',
    gives: { success: true, msg: 'Authorization successful.' },
  },
  tfaConfirmNew: {
    call: (c) =>
      c.tfaConfirmNew({ tfa_method: 'totp', code: '123456', secret: 'JBSWY3DPEHPK3PXP', label: 'phone' }),
    sends: 'POST /api/v0/tfa/confirm-new/',
    body: '{"tfa_method":"totp","code":"123456","secret":"JBSWY3DPEHPK3PXP","label":"phone"}',
    answers:
      '{"success":true,"msg":"TOTP 2FA method added successfully.","backup_codes":["AAAA-BBBB-CCCC","DDDD-EEEE-FFFF"]}',
    gives: {
      success: true,
      msg: 'TOTP 2FA method added successfully.',
      backup_codes: ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'],
    },
  },
  tfaUpdate: {
    call: (c) => c.tfaUpdate({ tfa_method_id: 3, label: 'work', is_primary: true }),
    sends: 'PUT /api/v0/tfa/update/',
    body: '{"tfa_method_id":3,"label":"work","is_primary":true}',
    answers: `{"success":true,"msg":"2FA method updated","method":${method}}`,
    gives: { success: true, msg: '2FA method updated', method: methodGives },
  },
  tfaRegenBackupCodes: {
    call: (c) =>
      c.tfaRegenBackupCodes({ tfa_method: 'sms', code: '123456', secret: 'ch-5', tfa_method_id: 3 }),
    sends: 'PUT /api/v0/tfa/regen-backup-codes/',
    body: '{"tfa_method":"sms","code":"123456","secret":"ch-5","tfa_method_id":3}',
    answers: '{"msg":"success","backup_codes":["AAAA-BBBB-CCCC"]}',
    gives: { msg: 'success', backup_codes: ['AAAA-BBBB-CCCC'] },
  },
  tfaTest: {
    call: (c) => c.tfaTest({ phone_number: '+15555550100' }),
    sends: 'POST /api/v0/tfa/test/',
    body: '{"phone_number":"+15555550100"}',
    answers: '{"msg":"2FA Sent","secret":"ch-6"}',
    gives: { msg: '2FA Sent', secret: 'ch-6' },
  },
  tfaTestSubmit: {
    call: (c) =>
      c.tfaTestSubmit({ tfa_method: 'sms', code: '123456', secret: 'ch-6', phone_number: '+15555550100' }),
    sends: 'POST /api/v0/tfa/test-submit/',
    body: '{"tfa_method":"sms","code":"123456","secret":"ch-6","phone_number":"+15555550100"}',
    answers: '{"success":true,"msg":"SMS 2FA method added successfully."}',
    gives: { success: true, msg: 'SMS 2FA method added successfully.' },
  },
  tfaResend: {
    call: (c) => c.tfaResend({ secret: 'ch-6' }),
    sends: 'POST /api/v0/tfa/resend/',
    body: '{"secret":"ch-6"}',
    answers: '{"msg":"sent"}',
    gives: { msg: 'sent' },
  },
  listApiKeys: {
    call: (c) => c.listApiKeys(),
    sends: 'GET /api/v0/auth/apikeys/',
    answers:
      '{"apikeys":[{"id":101,"user_id":7,"name":"ci","rights":{"api":{"misc":{},"instance_read":{"api.instance.request_logs":{"constraints":{"id":{"eq":1227}}}}}},"team_id":null},{"id":102,"key":"sk-not-to-be-kept-wxyz","permissions":null,"created_at":1700000000}]}',
    gives: {
      rows: [
        {
          id: 101,
          name: 'ci',
          permissions: {
            api: {
              misc: {},
              instance_read: { 'api.instance.request_logs': { constraints: { id: { eq: 1227 } } } },
            },
          },
        },
        { id: 102, permissions: null, created_at: 1_700_000_000, tail: 'wxyz' },
      ],
    },
  },
  createApiKey: {
    call: (c) => c.createApiKey({ name: 'ci', permissions: { api: { misc: {}, user_read: {} } } }),
    sends: 'POST /api/v0/auth/apikeys/',
    body: '{"name":"ci","permissions":{"api":{"misc":{},"user_read":{}}}}',
    answers: '{"success":true,"id":103,"key":"sk-1","permissions":{"api":{"misc":{},"user_read":{}}}}',
    gives: { id: 103, key: 'sk-1' },
  },
  deleteApiKey: {
    call: (c) => c.deleteApiKey(103),
    sends: 'DELETE /api/v0/auth/apikeys/103/',
    answers: '"API key deleted"',
    gives: {},
  },
  createSshKey: {
    call: (c) => c.createSshKey('ssh-ed25519 AAAA me@here'),
    sends: 'POST /api/v0/ssh/',
    body: '{"ssh_key":"ssh-ed25519 AAAA me@here"}',
    answers:
      '{"success":true,"key":{"id":5,"user_id":7,"public_key":"ssh-ed25519 AAAA me@here","created_at":1700000000,"deleted_at":null}}',
    gives: {
      key: {
        id: 5,
        user_id: 7,
        public_key: 'ssh-ed25519 AAAA me@here',
        created_at: 1_700_000_000,
        deleted_at: null,
      },
    },
  },
  changeSshKey: {
    call: (c) => c.changeSshKey(5, 'ssh-ed25519 BBBB'),
    sends: 'PUT /api/v0/ssh/5/',
    body: '{"id":5,"ssh_key":"ssh-ed25519 BBBB"}',
    answers: '{"success":true}',
    gives: { success: true },
  },
  deleteSshKey: {
    call: (c) => c.deleteSshKey(5),
    sends: 'DELETE /api/v0/ssh/5/',
    answers: '{"success":true}',
    gives: { success: true },
  },
  listInstanceSshKeys: {
    call: (c) => c.listInstanceSshKeys(9001),
    sends: 'GET /api/v0/instances/9001/ssh/',
    answers:
      '{"success":true,"ssh_keys":"[{\\"id\\":5,\\"public_key\\":\\"ssh-ed25519 AAAA a\\\\u001b[31m\\"}]"}',
    gives: { rows: [{ id: 5, public_key: 'ssh-ed25519 AAAA a' }] },
  },
  attachSshKey: {
    call: (c) => c.attachSshKey(9001, 'ssh-ed25519 AAAA'),
    sends: 'POST /api/v0/instances/9001/ssh/',
    body: '{"ssh_key":"ssh-ed25519 AAAA"}',
    answers: '{"success":true,"msg":"attached"}',
    gives: { success: true, msg: 'attached' },
  },
  detachSshKey: {
    call: (c) => c.detachSshKey(9001, 5),
    sends: 'DELETE /api/v0/instances/9001/ssh/5/',
    answers: '{"success":true}',
    gives: { success: true },
  },
  listSshKeys: {
    call: (c) => c.listSshKeys(),
    sends: 'GET /api/v0/ssh/',
    answers: '[{"id":1,"public_key":"ssh-rsa AAAA"},{"id":2,"key":"ssh-ed25519 BBBB"}]',
    gives: {
      rows: [
        { id: 1, public_key: 'ssh-rsa AAAA' },
        { id: 2, key: 'ssh-ed25519 BBBB', public_key: 'ssh-ed25519 BBBB' },
      ],
    },
  },
  listConnections: {
    call: (c) => c.listConnections(),
    sends: 'GET /api/v0/users/cloud_integrations/',
    answers: '[{"id":1,"name":"bucket","cloud_type":"s3","secret":"x"},{"id":2,"cloud_type":"drive"}]',
    gives: {
      rows: [
        { id: 1, name: 'bucket', cloud_type: 's3' },
        { id: 2, cloud_type: 'drive' },
      ],
    },
  },
  cancelCloudCopy: {
    call: (c) => c.cancelCloudCopy(9001),
    sends: 'DELETE /api/v0/commands/rclone/',
    body: '{"client_id":"me","dst_id":9001}',
    answers: '{"success":true,"msg":"cancelled"}',
    gives: { success: true, msg: 'cancelled' },
  },
  listTemplates: {
    call: (c) => c.listTemplates(),
    sends: 'GET /api/v0/template/',
    answers:
      '{"success":true,"templates_found":1,"templates":[{"id":1,"hash_id":"abc","name":"t","env":"-e A=b","docker_login_repo":"r.test","docker_login_pass":"hush"}]}',
    gives: { rows: [{ id: 1, hash_id: 'abc', name: 't', env: '-e A=b', docker_login_repo: 'r.test' }] },
  },
  listVolumes: {
    call: (c) => c.listVolumes(),
    sends: 'GET /api/v0/volumes/?owner=me&type=all_volume',
    answers:
      '{"volumes":[{"id":501,"cluster_id":null,"label":"v","disk_space":100,"machine_id":4,"instances":[9001,"x"],"start_date":1690000000.5}]}',
    gives: {
      rows: [
        {
          id: 501,
          label: 'v',
          disk_space: 100,
          machine_id: 4,
          instances: [9001],
          start_date: 1_690_000_000.5,
        },
      ],
    },
  },
  listCharges: {
    call: (c) =>
      c.listCharges({ from: 1_764_028_800, to: 1_764_633_600, limit: 500, after_token: 'eyJhIjoxfQ==' }),
    sends:
      'GET /api/v0/charges/?select_filters=%7B%22day%22%3A%7B%22gte%22%3A1764028800%2C%22lte%22%3A1764633600%7D%7D&limit=500&after_token=eyJhIjoxfQ%3D%3D',
    answers:
      '{"success":true,"count":2,"total":3,"next_token":"eyJhIjoyfQ==","results":[{"start":1764028800,"end":1764032400.5,"type":"instance","source":"instance-9001","description":"Instance 9001","amount":0.321,"metadata":{"label":"train-a","gpu":"x"},"items":[{"start":1764028800,"end":1764032400.5,"type":"gpu","description":"GPU","amount":0.31,"rate":0.31},{"type":"bwd","amount":"0.011"}]},{"source":"instance-9002","amount":null,"metadata":{"label":null},"items":null}]}',
    gives: {
      results: [
        {
          start: 1_764_028_800,
          end: 1_764_032_400.5,
          type: 'instance',
          source: 'instance-9001',
          description: 'Instance 9001',
          amount: 0.321,
          metadata: { label: 'train-a', gpu: 'x' },
          items: [
            {
              start: 1_764_028_800,
              end: 1_764_032_400.5,
              type: 'gpu',
              description: 'GPU',
              amount: 0.31,
              rate: 0.31,
            },
            { type: 'bwd', amount: 0.011 },
          ],
        },
        { source: 'instance-9002', metadata: {} },
      ],
      next_token: 'eyJhIjoyfQ==',
      total: 3,
    },
  },
  listScheduledJobs: {
    call: (c) => c.listScheduledJobs(),
    sends: 'GET /api/v0/commands/schedule_job/',
    answers:
      '[{"id":31,"instance_id":9001,"api_endpoint":"/api/v0/instances/9001/","request_method":"PUT","start_time":1764356400.0,"end_time":1764358200,"day_of_the_week":null,"hour_of_the_day":null,"min_of_the_hour":0,"frequency":"HOURLY"}]',
    gives: {
      rows: [
        {
          id: 31,
          instance_id: 9001,
          api_endpoint: '/api/v0/instances/9001/',
          request_method: 'PUT',
          start_time: 1_764_356_400,
          end_time: 1_764_358_200,
          min_of_the_hour: 0,
          frequency: 'HOURLY',
        },
      ],
    },
  },
  createScheduledJob: {
    call: (c) => c.createScheduledJob(job),
    sends: 'POST /api/v0/commands/schedule_job/',
    body: jobBytes,
    answers: '{"success":true,"scheduled_job_id":31}',
    gives: { scheduled_job_id: 31 },
  },
  updateScheduledJob: {
    call: (c) => c.updateScheduledJob(31, job),
    sends: 'PUT /api/v0/commands/schedule_job/31/',
    body: jobBytes,
    answers: '{"success":true,"msg":"updated"}',
    gives: { success: true, msg: 'updated' },
  },
  deleteScheduledJob: {
    call: (c) => c.deleteScheduledJob(31),
    sends: 'DELETE /api/v0/commands/schedule_job/31/',
    answers: '"deleted"',
    gives: {},
  },
  listEndpointGroups: {
    call: (c) => c.listEndpointGroups(),
    sends: 'GET /api/v0/endptjobs/',
    answers:
      '{"success":true,"results":[{"id":701,"user_id":7,"endpoint_name":"llm","endpoint_state":"active","min_load":0,"target_util":0.9,"cold_mult":2.5,"cold_workers":5,"max_workers":20,"api_key":"not-to-be-kept","created_at":1764356400.5}]}',
    gives: {
      rows: [
        {
          id: 701,
          user_id: 7,
          endpoint_name: 'llm',
          endpoint_state: 'active',
          min_load: 0,
          target_util: 0.9,
          cold_mult: 2.5,
          cold_workers: 5,
          max_workers: 20,
          created_at: 1_764_356_400.5,
        },
      ],
    },
  },
  createEndpointGroup: {
    call: (c) => c.createEndpointGroup({ endpoint_name: 'llm', max_workers: 4 }),
    sends: 'POST /api/v0/endptjobs/',
    body: '{"endpoint_name":"llm","max_workers":4}',
    answers: '{"success":true,"result":702}',
    gives: { result: 702 },
  },
  changeEndpointGroup: {
    call: (c) => c.changeEndpointGroup(702, { endpoint_state: 'suspended' }),
    sends: 'PUT /api/v0/endptjobs/702/',
    body: '{"endpoint_state":"suspended"}',
    answers: '{"success":true}',
    gives: { success: true },
  },
  deleteEndpointGroup: {
    call: (c) => c.deleteEndpointGroup(702),
    sends: 'DELETE /api/v0/endptjobs/702/',
    answers: '{"success":true}',
    gives: { success: true },
  },
  listWorkerGroups: {
    call: (c) => c.listWorkerGroups(),
    sends: 'GET /api/v0/workergroups/',
    answers:
      '{"success":true,"results":[{"id":801,"endpoint_id":701,"endpoint_name":"llm","template_hash":null,"template_id":null,"search_query":{"verified":{"eq":true},"gpu_ram":{"gte":24000}},"launch_args":"--disk 40","gpu_ram":24,"min_load":1,"target_util":0.9,"cold_mult":3,"test_workers":3,"created_at":"2025-11-28T19:00:00","user_id":7,"api_key":"not-to-be-kept"}]}',
    gives: {
      rows: [
        {
          id: 801,
          endpoint_id: 701,
          endpoint_name: 'llm',
          search_query: { verified: { eq: true }, gpu_ram: { gte: 24_000 } },
          launch_args: '--disk 40',
          gpu_ram: 24,
          min_load: 1,
          target_util: 0.9,
          cold_mult: 3,
          test_workers: 3,
          created_at: 1_764_356_400,
          user_id: 7,
        },
      ],
    },
  },
  changeWorkerGroup: {
    call: (c) => c.changeWorkerGroup(801, { max_workers: 5 }),
    sends: 'PUT /api/v0/workergroups/801/',
    body: '{"max_workers":5}',
    answers: '{"success":true}',
    gives: { success: true },
  },
  deleteWorkerGroup: {
    call: (c) => c.deleteWorkerGroup(801),
    sends: 'DELETE /api/v0/workergroups/801/',
    answers: '{"success":true,"deleted_workers":[9001],"failed_workers":[],"msg":"gone"}',
    gives: { success: true, deleted_workers: 1, failed_workers: 0, msg: 'gone' },
  },
};

/** A line for a row that has none above: its ids, empty bodies, and the plainest answer that it reads. */
function lineOf(name: EndpointName): Call {
  const row: Endpoint = endpoints[name];
  const ids = [...row.path.matchAll(/:(?:id|key)\b/g)].map((_, index) => 9001 + index);
  const args = Array.from({ length: row.request.length }, (_, index) => ids[index] ?? {});
  const sent = row.request(...(args as never));
  const query = [row.query, new URLSearchParams(sent.query).toString()].filter(Boolean).join('&');
  const path = row.path.replace(/:(id|key)\b/g, (_, which: 'id' | 'key') => String(sent[which]));
  const answers =
    ['{"success":true}', '[]'].find((text) => row.reply(JSON.parse(text)) !== undefined) ?? '{}';
  return {
    call: (client) => (client[name] as (...given: unknown[]) => Promise<unknown>)(...args),
    sends: `${row.method} ${path}${query && `?${query}`}`,
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    answers,
    gives: row.reply(JSON.parse(answers)),
  };
}

export const calls = {
  ...Object.fromEntries((Object.keys(endpoints) as EndpointName[]).map((name) => [name, lineOf(name)])),
  ...own,
} as Record<EndpointName, Call>;
