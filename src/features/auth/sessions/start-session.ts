import type { Context } from 'hono'
import type { HttpEnv } from '../../../platform/http/http-env.ts'
import type { AuthDeps } from '../auth-deps.ts'
import type { Session } from '../contract.ts'
import { invalidCredentials } from '../sign-in.ts'
import { identifyFresh, passCookies, readRequestToken, toSession } from './identify.ts'
import { forgetSession } from './own-sessions.ts'

/** Answers with the cookies of a session that has just been created. */
export async function startSession(
  deps: AuthDeps,
  context: Context<HttpEnv>,
  cookies: Headers,
): Promise<Session> {
  const identity = await identifyFresh(deps, cookies)
  // The new session was ended right after it was created, for example by a change of the password.
  if (!identity) throw invalidCredentials()
  await endPreviousSession(deps, context)
  passCookies(context, cookies)
  return toSession(deps, identity)
}

/** Ends the session whose cookie is about to be replaced: afterwards this browser could no longer end it. */
export async function endPreviousSession(deps: AuthDeps, context: Context<HttpEnv>): Promise<void> {
  const token = await readRequestToken(deps, context)
  if (token) await forgetSession(deps.database, token)
}
