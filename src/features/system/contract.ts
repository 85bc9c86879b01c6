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
  summary: 'What’s running and how it’s doing',
  response: z.strictObject({
    version: z.string(),
    nodeVersion: z.string(),
    postgresVersion: z.string(),
    /** True if the product runs its built-in Postgres. */
    isEmbeddedDatabase: z.boolean(),
    startedAt: momentSchema,
    /** Null if the database does not report its size. */
    databaseBytes: z.int().nullable(),
    /** Null if the free space of the data folder is unknown. */
    diskFreeBytes: z.int().nullable(),
    /** When the last backup finished; null if this installation has not made one. */
    lastBackupAt: momentSchema.nullable(),
    jobs: z.strictObject({
      /** Jobs that are due and have not started. */
      waiting: z.int(),
      /** The due time of the job that has waited longest. */
      waitingSince: momentSchema.nullable(),
      running: z.int(),
      /** Jobs that failed and will be retried later. */
      retrying: z.int(),
      /** Jobs that failed for good within the last week, except mails: failed mails are in the outbox. */
      failed: z.int(),
    }),
    /** One line per part, worst first. */
    health: z.array(
      z.strictObject({
        part: z.enum(['database', 'jobs', 'mail', 'disk', 'backup', 'cards', 'banks', 'rates']),
        verdict: z.enum(['good', 'attention', 'bad']),
        words: z.string(),
      }),
    ),
  }),
})
export type System = z.infer<typeof getSystem.response>

export const failedJobSchema = z.strictObject({
  id: z.uuid(),
  /** The name of the queue, such as `deliver-mail`. */
  name: z.string(),
  failedAt: momentSchema,
  tries: z.int(),
  /** A sentence that does not reveal the job's data. */
  reason: z.string(),
})
export type FailedJob = z.infer<typeof failedJobSchema>

export const listFailedJobs = endpoint({
  method: 'get',
  path: '/api/v1/admin/jobs/failed',
  access: 'admin',
  tag,
  summary:
    'Background jobs that failed within the last week, newest first, 50 at a time; emails are in the outbox',
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
  /** The user, address or object that the action affected. */
  targetLabel: z.string().nullable(),
  details: z.record(z.string(), z.string()),
  ipAddress: z.string(),
  /** The browser and system as text, as far as the user agent reports them: "Firefox on Windows". */
  device: z.string(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const listAuditLog = endpoint({
  method: 'get',
  path: '/api/v1/admin/audit-log',
  access: 'admin',
  tag,
  summary: 'The audit log of the admin area, newest first, 50 at a time',
  query: z.strictObject({
    action: z.enum(adminActionNames).optional(),
    /** The complete address of the actor or of the affected user. */
    person: z.string().trim().max(254).optional(),
    after: z.string().max(200).optional(),
  }),
  response: z.strictObject({ entries: z.array(auditEntrySchema), next: z.string().nullable() }),
})
