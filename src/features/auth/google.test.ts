import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, answerOf, cookieOf, createTestApp, problemOf } from '../../../test/support/test-app.ts'
import { requestDeletion } from '../account/contract.ts'
import { switchIntegrations } from '../integrations/contract.ts'
import { changePassword, confirmSession, getConfirmation, getSession, signInWithGoogle } from './contract.ts'
import { googleRefusal } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ google: { clientId: 'the-client-id', clientSecret: 'the-client-secret' } })
})
afterAll(() => app.close())

interface Profile {
  sub: string
  email: string
  name: string
  email_verified: boolean
}

const keys = await generateKeyPair('RS256', { extractable: true })
const certificates = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }] }

/** What is not said of a proof is as it should be. */
interface Proof {
  key?: typeof keys.privateKey
  audience?: string
  issuer?: string
  issuedAt?: number
}

const signProof = (profile: Profile, { key, audience, issuer, issuedAt }: Proof) =>
  new SignJWT({ ...profile })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setIssuer(issuer ?? 'https://accounts.google.com')
    .setAudience(audience ?? 'the-client-id')
    .setIssuedAt(issuedAt)
    .setExpirationTime('1h')
    .sign(key ?? keys.privateKey)

/** Stands in for Google's token endpoint and its certificates; what it was asked is returned. */
function answerAsGoogle(profile: Profile, proof: Proof) {
  const asked: { url: string; body: string }[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    asked.push({ url: request.url, body: await request.text() })
    if (request.url.endsWith('/certs')) return Response.json(certificates)
    const idToken = await signProof(profile, proof)
    return Response.json({
      access_token: 'google-access-token',
      id_token: idToken,
      token_type: 'Bearer',
      expires_in: 3600,
    })
  })
  return asked
}

async function signInThroughGoogle(profile: Profile, proof: Proof = {}, browser = '') {
  const begun = await app.send(signInWithGoogle, { body: { returnTo: '/invoices' } })
  const url = new URL((await answerOf(signInWithGoogle, begun)).url)
  const asked = answerAsGoogle(profile, proof)
  const callback = `/api/auth/callback/google?code=the-code&state=${url.searchParams.get('state') ?? ''}`
  const response = await app.app.request(callback, { headers: { cookie: `${cookieOf(begun)}; ${browser}` } })
  return { url, asked, response }
}

const newcomer = { sub: '1001', email: 'newcomer@example.com', name: 'New Comer', email_verified: true }

test('the browser is sent to Google with our id, our way back and proof against forgery', async () => {
  const { url } = await signInThroughGoogle({ ...newcomer, sub: '1000', email: 'first@example.com' })
  expect(url.origin).toBe('https://accounts.google.com')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'the-client-id',
    redirect_uri: 'http://localhost:3000/api/auth/callback/google',
    response_type: 'code',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/.{20,}/),
  })
})

test('somebody new gets an account with a business, and comes back to where they were going', async () => {
  const { response, asked } = await signInThroughGoogle(newcomer)
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('http://localhost:3000/invoices')
  expect(asked[0]?.url).toBe('https://oauth2.googleapis.com/token')
  const cookie = cookieOf(response)
  const answers = await Promise.all([1, 2, 3].map(() => app.send(getSession, {}, { cookie })))
  const sessions = await Promise.all(answers.map((answer) => answerOf(getSession, answer)))
  expect(sessions[0]).toMatchObject({
    google: true,
    session: {
      user: { email: 'newcomer@example.com', emailVerified: true, role: 'user', mustChangePassword: false },
      business: { name: 'New Comer' },
    },
  })
  expect(new Set(sessions.map(({ session }) => session?.business.id)).size).toBe(1)
  const { rows: businesses } = await app.database.auth.query(
    'select owner_verified from businesses where id = $1',
    [sessions[0]?.session?.business.id],
  )
  expect(businesses).toEqual([{ owner_verified: true }])
  const { rows } = await app.database.auth.query(
    `select access_token from auth.accounts where provider_id = 'google' and access_token is not null`,
  )
  expect(JSON.stringify(rows)).not.toContain('google-access-token')
})

test('what Google has not signed, or not for us, lets nobody in', async () => {
  const stranger = await generateKeyPair('RS256')
  for (const proof of [
    { key: stranger.privateKey },
    { audience: 'another-client-id' },
    { issuer: 'https://accounts.example' },
    { issuedAt: Math.floor(Date.now() / 1000) - 2 * 3600 },
  ]) {
    const { response } = await signInThroughGoogle({ ...newcomer, sub: '4004' }, proof)
    expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/login\?error=/)
    expect(cookieOf(response)).not.toMatch(/session_token=\w/)
  }
})

test('the session that the browser had ends when another one begins', async () => {
  const before = await app.signUpAndIn()
  const isIn = async (cookie: string) =>
    (await answerOf(getSession, await app.send(getSession, {}, { cookie }))).session !== null
  await app.app.request('/api/auth/callback/google?code=x&state=forged', {
    headers: { cookie: before.cookie },
  })
  expect(await isIn(before.cookie)).toBe(true)
  const profile = { ...newcomer, sub: '5005', email: 'again@example.com' }
  const { response } = await signInThroughGoogle(profile, {}, before.cookie)
  expect(await isIn(cookieOf(response))).toBe(true)
  expect(await isIn(before.cookie)).toBe(false)
})

test('somebody without a password confirms who they are by signing in with Google again', async () => {
  const profile = { ...newcomer, sub: '6006', email: 'no-password@example.com' }
  const signIn = async () => cookieOf((await signInThroughGoogle(profile)).response)
  let cookie = await signIn()
  const turnOff = () => app.send(switchIntegrations, { body: { enabled: false } }, { cookie })
  // The first request makes the business; both of them are right after signing in.
  for (const response of [await turnOff(), await turnOff()]) expect(response.status).toBe(200)
  const confirmation = await app.send(getConfirmation, {}, { cookie })
  expect(await answerOf(getConfirmation, confirmation)).toEqual({ hasPassword: false })

  await app.database.auth.query(`update auth.sessions set confirmed_at = now() - interval '11 minutes'`)
  const body = { confirmation: newcomer.name, password: null }
  const attempts = {
    change: await turnOff(),
    'a made-up password': await app.send(confirmSession, { body: { password: 'anything' } }, { cookie }),
    'a first password': await app.send(
      changePassword,
      { body: { newPassword: 'four garden words' } },
      { cookie },
    ),
    deletion: await app.send(requestDeletion, { body }, { cookie }),
    'the same again': await turnOff(),
  }
  for (const [name, response] of Object.entries(attempts)) {
    expect([name, (await problemOf(response)).code]).toEqual([name, 'CONFIRMATION_NEEDED'])
  }

  cookie = await signIn()
  expect((await turnOff()).status).toBe(200)
  expect((await app.send(requestDeletion, { body }, { cookie })).status).toBe(200)
  const first = await app.send(changePassword, { body: { newPassword: 'four garden words' } }, { cookie })
  expect(first.status).toBe(204)
})

test('an account that someone made with an unproven address is not handed over', async () => {
  const { email } = await app.signUp()
  const { response } = await signInThroughGoogle({ ...newcomer, sub: '2002', email })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/login\?error=/)
  expect(cookieOf(response)).not.toMatch(/session_token=\w/)
})

test('somebody suspended is sent back to the login page, which is told why', async () => {
  const profile = { ...newcomer, sub: '3003', email: 'kept-out@example.com' }
  await signInThroughGoogle(profile)
  const suspend = (at: Date | null) =>
    app.database.auth.query('update auth.users set suspended_at = $2 where email = $1', [profile.email, at])
  await suspend(new Date())
  const { response } = await signInThroughGoogle(profile)
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe('http://localhost:3000/login?error=suspended')
  expect(cookieOf(response)).not.toMatch(/session_token=\w/)
  expect(googleRefusal('suspended')).toContain('suspended')
  await suspend(null)
  const restored = await signInThroughGoogle(profile)
  expect(restored.response.headers.get('location')).toBe('http://localhost:3000/invoices')
})

test('a way back that we did not begin leads nowhere', async () => {
  const response = await app.app.request('/api/auth/callback/google?code=x&state=forged')
  expect(response.status).toBe(302)
  expect(cookieOf(response)).not.toMatch(/session_token=\w/)
})

test('no other address of the library is open', async () => {
  for (const path of [
    '/api/auth/sign-up/email',
    '/api/auth/sign-in/email',
    '/api/auth/ok',
    '/api/auth/get-session',
  ]) {
    const response = await app.app.request(path)
    expect([path, response.status]).toEqual([path, 404])
  }
})

test('without credentials it is coming soon', async () => {
  const plain = await createTestApp()
  try {
    const response = await plain.send(signInWithGoogle, { body: {} })
    expect(await problemOf(response)).toMatchObject({
      code: 'NOT_CONFIGURED',
      message: expect.stringContaining('coming soon'),
    })
  } finally {
    await plain.close()
  }
})

test('a network that begins too often stores nothing more', async () => {
  await app.database.platform.query(
    `insert into platform.rate_limits values ('google:ip:198.51.100.40', 300, now() + interval '10 minutes')`,
  )
  const count = async () => (await app.database.auth.query('select from auth.verifications')).rowCount
  const before = await count()
  const headers = { 'x-forwarded-for': '198.51.100.40' }
  expect((await app.send(signInWithGoogle, { body: {} }, { headers })).status).toBe(429)
  expect(await count()).toBe(before)
})
