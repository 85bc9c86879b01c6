import { withAuth, withPlatform } from '../../platform/db/transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { JobQueue } from '../../platform/jobs/job-queue.ts'
import { type Auth, type AuthOptions, createAuth, createTokenReader } from './better-auth.ts'
import { queueResetMail } from './emails.ts'
import { judgePassword } from './passwords/judge-password.ts'
import { confirmOwner } from './queries.ts'

/** What sign-up, sign-in and sessions need. */
export interface AuthDeps extends Deps<'database' | 'jobs' | 'log' | 'appUrl' | 'mailFrom'> {
  auth: Auth
  /** Returns the token in a session cookie if the cookie's signature is valid. */
  readSessionToken: (cookie: string) => string | undefined
  judgePassword: typeof judgePassword
  googleEnabled: boolean
}

type AuthSettings = Omit<AuthOptions, 'sendResetMail' | 'onSignIn'> & { jobs: JobQueue; mailFrom: string }

export function createAuthDeps(settings: AuthSettings): AuthDeps {
  const { database, jobs, log, appUrl, mailFrom, google } = settings
  const auth = createAuth({
    ...settings,
    sendResetMail: (user, token) =>
      withPlatform(database, (tx) => queueResetMail(tx, { jobs, appUrl, mailFrom }, user.email, token)),
    // Google may have confirmed the address since the last sign-in.
    onSignIn: (userId) => withAuth(database, (tx) => confirmOwner(tx, jobs, userId)),
  })
  const readSessionToken = createTokenReader(settings.secret)
  return {
    database,
    auth,
    readSessionToken,
    judgePassword,
    jobs,
    log,
    appUrl,
    mailFrom,
    googleEnabled: google !== undefined,
  }
}
