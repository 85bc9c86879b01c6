import type { Context } from 'hono'
import { withAuth } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { HttpEnv } from '../../platform/http/http-env.ts'
import { countUse } from '../../platform/limits/limit.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import type { RequestSource } from '../auth/activity.ts'
import type { Session } from '../auth/contract.ts'
import { signUpLimits } from '../auth/limits.ts'
import { assertStrongPassword } from '../auth/passwords/own-password.ts'
import { createUser } from '../auth/queries.ts'
import { startSession } from '../auth/sessions/start-session.ts'
import { signIn } from '../auth/sign-in.ts'
import type { joinWithNewAccount as joinEndpoint } from './contract.ts'
import { acceptInvitation, lockInvitation } from './join-business.ts'
import { assertOpen, findInvitation } from './open-invitation.ts'
import type { TeamDeps } from './team-deps.ts'

/** Creates an account without a business of its own, which joins the one that it was invited to, and signs in. */
export async function joinWithNewAccount(
  deps: TeamDeps,
  context: Context<HttpEnv>,
  { token, name, password }: BodyOf<typeof joinEndpoint>,
  source: RequestSource,
): Promise<Session> {
  // Before the password is rated and hashed, which uses a lot of CPU.
  await countUse(deps.database, signUpLimits(source.ipAddress))
  const { email, businessName } = await withAuth(deps.database, async (tx) => {
    const invitation = await findInvitation(tx, token)
    await assertOpen(tx, invitation)
    if (invitation.hasAccount) throw emailTaken(invitation.email)
    return invitation
  })
  await assertStrongPassword(deps, { field: 'password', password, about: [name, email, businessName] })
  const { password: hashing } = await deps.auth.$context
  const passwordHash = await hashing.hash(password)
  try {
    await withAuth(deps.database, async (tx) => {
      const invitation = await lockInvitation(tx, token, email)
      await assertOpen(tx, invitation)
      const userId = await createUser(tx, { name, email, passwordHash, emailVerified: true })
      await acceptInvitation(tx, deps, invitation, { userId, source })
    })
  } catch (error) {
    throw isUniqueViolation(error, 'users_email_key') ? emailTaken(email) : error
  }
  const userAgent = context.req.header('user-agent')
  const cookies = await signIn(deps, { email, password, ip: source.ipAddress, userAgent })
  return startSession(deps, context, cookies)
}

const emailTaken = (email: string) =>
  new AppError('EMAIL_TAKEN', `${email} already has an account. Sign in with it to accept the invitation.`)
