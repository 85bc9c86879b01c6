import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Api } from '../../platform/http/api.ts'
import type { HttpEnv } from '../../platform/http/http-env.ts'
import { countUse } from '../../platform/limits/limit.ts'
import { AppError } from '../../shared/errors.ts'
import { callerOf, sourceOf } from './activity.ts'
import type { AuthDeps } from './auth-deps.ts'
import { sessionCookieName } from './better-auth.ts'
import * as contract from './contract.ts'
import { googleLimits, resetMailLimits, resetRequestLimits } from './limits.ts'
import { changePassword } from './passwords/change-password.ts'
import { findPasswordHash } from './passwords/own-password.ts'
import { followResetLink, requestPasswordReset, resetPassword } from './passwords/reset-password.ts'
import { safeReturnPath } from './rules.ts'
import { identifyAnywhere, passCookies, toSession } from './sessions/identify.ts'
import { confirmSession, endOtherSessions, endSession, listSessions } from './sessions/own-sessions.ts'
import { endPreviousSession, startSession } from './sessions/start-session.ts'
import { signIn } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { resendVerification, verifyEmail } from './verify-email.ts'

export function registerAuthRoutes(api: Api, deps: AuthDeps): void {
  api.register(contract.getSession, async ({ context }) => {
    const identity = await identifyAnywhere(deps, context)
    return { session: identity && (await toSession(deps, identity)), google: deps.googleEnabled }
  })

  api.register(contract.signUp, ({ body, ip }) => signUp(deps, body, ip))

  api.register(contract.signIn, async ({ body, ip, context }) => {
    const headers = await signIn(deps, { ...body, ip, userAgent: context.req.header('user-agent') })
    return startSession(deps, context, headers)
  })

  api.register(contract.signOut, async ({ context, identity }) => {
    const { internalAdapter } = await deps.auth.$context
    await internalAdapter.deleteUserSessions(identity.userId)
    const { headers } = await deps.auth.api.signOut({ headers: context.req.raw.headers, returnHeaders: true })
    passCookies(context, headers)
  })

  api.register(contract.listSessions, async ({ identity }) => ({
    sessions: await listSessions(deps.database, identity),
  }))
  api.register(contract.endSession, ({ params, identity }) => endSession(deps.database, identity, params.id))
  api.register(contract.endOtherSessions, ({ identity }) => endOtherSessions(deps.database, identity))

  api.register(contract.signInWithGoogle, async ({ body, context, ip }) => {
    if (!deps.googleEnabled) throw new AppError('NOT_CONFIGURED', 'Signing in with Google is coming soon.')
    await countUse(deps.database, googleLimits(ip))
    const { headers, response } = await deps.auth.api.signInSocial({
      body: {
        provider: 'google',
        callbackURL: deps.appUrl + safeReturnPath(body.returnTo),
        errorCallbackURL: `${deps.appUrl}/login`,
        disableRedirect: true,
      },
      returnHeaders: true,
    })
    passCookies(context, headers)
    if (!response.url) throw new Error('no address to sign in with Google')
    return { url: response.url }
  })

  api.register(contract.forgotPassword, ({ body: { email }, ip }) =>
    requestPasswordReset(deps, { email, limits: [...resetRequestLimits(ip), ...resetMailLimits(email, ip)] }),
  )
  api.register(contract.resetPassword, (call) => resetPassword(deps, call.body, sourceOf(call)))
  api.register(contract.changePassword, (call) => changePassword(deps, callerOf(call), call.body))
  api.register(contract.getConfirmation, async ({ identity }) => ({
    hasPassword: (await findPasswordHash(deps, identity.userId)) !== undefined,
  }))
  api.register(contract.confirmSession, (call) => confirmSession(deps, callerOf(call), call.body.password))
  api.register(contract.verifyEmail, ({ body }) => verifyEmail(deps, body.token))
  api.register(contract.resendVerification, ({ identity }) => resendVerification(deps, identity))
}

/** Registers addresses that the browser navigates to, rather than endpoints that pages call. */
export function registerAuthLinks(app: OpenAPIHono<HttpEnv>, deps: AuthDeps): void {
  app.get('/api/v1/auth/recovery-link', async (context) => {
    context.header('referrer-policy', 'no-referrer')
    return context.redirect(await followResetLink(deps, context.req.query('token') ?? ''))
  })
  if (deps.googleEnabled) {
    app.get('/api/auth/callback/google', async (context) => {
      const response = await deps.auth.handler(context.req.raw)
      const isSignedIn = response.headers
        .getSetCookie()
        .some((line) => line.startsWith(`${sessionCookieName(deps.appUrl)}=`) && !/max-age=0/i.test(line))
      if (isSignedIn) await endPreviousSession(deps, context)
      return response
    })
  }
}
