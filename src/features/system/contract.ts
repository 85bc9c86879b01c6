import { z } from 'zod'
import { adminActionNames } from '../../shared/admin-actions.ts'
import { endpoint } from '../../shared/endpoint.ts'

const tag = 'Admin: system'
const momentSchema = z.iso.datetime()

export const getSystem = endpoint({
  method: 'get',
  path: '/api/v1/admin/system',
  access: 'admin',
  tag,
  summary: 'What runs here and how it is',
  response: z.strictObject({
    version: z.string(),
    nodeVersion: z.string(),
    postgresVersion: z.string(),
    /** True where the product brings its own. */
    isEmbeddedDatabase: z.boolean(),
    startedAt: momentSchema,
    /** Null where the database does not tell. */
    databaseBytes: z.int().nullable(),
    /** Null where the data folder tells nothing. */
    diskFreeBytes: z.int().nullable(),
    /** When the last backup was finished; null when none was made by this installation. */
    lastBackupAt: momentSchema.nullable(),
    jobs: z.strictObject({
      /** Due now, not begun. */
      waiting: z.int(),
      /** Of them, since when the one that has waited longest. */
      waitingSince: momentSchema.nullable(),
      running: z.int(),
      /** To be tried again later, after a failure. */
      retrying: z.int(),
      /** Given up within the last week, but for mails: those that failed are in the outbox. */
      failed: z.int(),
    }),
    /** One line each, worst first. */
    health: z.array(
      z.strictObject({
        part: z.enum(['database', 'jobs', 'mail', 'disk', 'backup', 'cards', 'banks']),
        verdict: z.enum(['good', 'attention', 'bad']),
        words: z.string(),
      }),
    ),
  }),
})
export type System = z.infer<typeof getSystem.response>

export const failedJobSchema = z.strictObject({
  id: z.uuid(),
  /** Of the queue, such as `deliver-mail`. */
  name: z.string(),
  failedAt: momentSchema,
  tries: z.int(),
  /** In a sentence, without what the job was about. */
  reason: z.string(),
})
export type FailedJob = z.infer<typeof failedJobSchema>

export const listFailedJobs = endpoint({
  method: 'get',
  path: '/api/v1/admin/jobs/failed',
  access: 'admin',
  tag,
  summary:
    'Background work that was given up within the last week, newest first, 50 at a time; mails are in the outbox',
  query: z.strictObject({ after: z.string().max(200).optional() }),
  response: z.strictObject({ jobs: z.array(failedJobSchema), next: z.string().nullable() }),
})

export const retryJob = endpoint({
  method: 'post',
  path: '/api/v1/admin/jobs/{id}/retry',
  access: 'admin',
  tag,
  summary: 'Run a failed job again',
  params: z.strictObject({ id: z.uuid() }),
  errors: ['NOT_FOUND'],
})

export const auditEntrySchema = z.strictObject({
  id: z.uuid(),
  at: momentSchema,
  actorEmail: z.string(),
  action: z.enum(adminActionNames),
  /** On whom or what. */
  targetLabel: z.string().nullable(),
  details: z.record(z.string(), z.string()),
  ipAddress: z.string(),
  /** In words, as far as the browser says: "Firefox on Windows". */
  device: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const listAuditLog = endpoint({
  method: 'get',
  path: '/api/v1/admin/audit-log',
  access: 'admin',
  tag,
  summary: 'Who did what to whom and from where, newest first, 50 at a time',
  query: z.strictObject({
    action: z.enum(adminActionNames).optional(),
    /** An address as a whole, of who acted or of whom it concerned. */
    person: z.string().trim().max(254).optional(),
    after: z.string().max(200).optional(),
  }),
  response: z.strictObject({ entries: z.array(auditEntrySchema), next: z.string().nullable() }),
})
