import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createHash, randomBytes } from 'node:crypto'
import type { HttpEnv } from '../../../platform/http/http-env.ts'
import { cookiePrefix } from '../../auth/better-auth.ts'
import { deviceDays } from '../rules.ts'

// One cookie holds a token for each client whose portal was opened in this browser, the newest first.
const maxTokens = 8
const tokenPattern = /^[\w-]{43}$/

const hashOf = (token: string) => createHash('sha256').update(token).digest()

export const deviceCookieName = (appUrl: string): string => `${cookiePrefix(appUrl)}.portal`

function tokensOf(context: Context<HttpEnv>, appUrl: string): string[] {
  const tokens = (getCookie(context, deviceCookieName(appUrl)) ?? '').split('.')
  return tokens.filter((token) => tokenPattern.test(token)).slice(0, maxTokens)
}

/** The hashes of the tokens that this browser has. Only hashes are stored. */
export function deviceHashesOf(context: Context<HttpEnv>, appUrl: string): Buffer[] {
  return tokensOf(context, appUrl).map(hashOf)
}

/** Gives the browser a new token, always a new one: a token that was planted in the browser never gains access. */
export function addDeviceToken(context: Context<HttpEnv>, appUrl: string, token: string): void {
  const tokens = [token, ...tokensOf(context, appUrl)].slice(0, maxTokens)
  setCookie(context, deviceCookieName(appUrl), tokens.join('.'), {
    httpOnly: true,
    sameSite: 'Lax',
    secure: appUrl.startsWith('https:'),
    path: '/',
    maxAge: deviceDays * 24 * 3600,
  })
}

export function createDeviceToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}
