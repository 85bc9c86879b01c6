import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeAuthority } from '../../../test/support/providers/certificates.ts'
import { startAccountServer, startMailServer } from '../../../test/support/providers/mail-server.ts'
import { type TestApp, answerOf, createTestApp } from '../../../test/support/test-app.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { saveEmail, testEmail } from './contract.ts'

type Body = BodyOf<typeof testEmail>

const authority = makeAuthority()
const trusted = tls.getCACertificates('default')
let app: TestApp
let cookie: string
const stopping: (() => Promise<void>)[] = []
beforeAll(async () => {
  tls.setDefaultCACertificates([...trusted, authority.ca])
  app = await createTestApp()
  cookie = (await app.signUpAndIn()).cookie
})
afterAll(async () => {
  tls.setDefaultCACertificates(trusted)
  await app.close()
})
afterEach(async () => {
  await Promise.all(stopping.splice(0).map((stop) => stop()))
})

const tryOut = async (body: Body) => answerOf(testEmail, await app.send(testEmail, { body }, { cookie }))

async function startServer() {
  const server = await startAccountServer(authority.issue(['localhost']))
  stopping.push(server.stop)
  const { username, password } = server.account
  const body: Body = { fromAddress: username, host: 'localhost', port: server.port, username: '', password }
  return { ...server, body }
}

test('signs in as the from address or as the user that is typed, and sends nothing', async () => {
  const { body, received, signIns } = await startServer()
  const message = 'Signed in to localhost as owner@shop.example. Nothing was sent.'
  expect(await tryOut(body)).toEqual({ ok: true, message })
  expect(await tryOut({ ...body, fromAddress: 'else@example.com', username: 'owner@shop.example' })).toEqual({
    ok: true,
    message,
  })
  expect(signIns).toEqual(['owner@shop.example', 'owner@shop.example'])
  expect(received).toEqual([])
})

test('the saved password is used where none is typed', async () => {
  const { body } = await startServer()
  await app.send(saveEmail, { body }, { cookie })
  expect((await tryOut({ ...body, password: null })).ok).toBe(true)
})

test('a wrong password is told without what the server said', async () => {
  const { body } = await startServer()
  expect(await tryOut({ ...body, password: 'a guess' })).toEqual({
    ok: false,
    message: 'The email server didn’t accept the username and password.',
  })
})

test('a server without TLS, and one that is not there', async () => {
  const plain = await startMailServer()
  const { body } = await startServer()
  expect(await tryOut({ ...body, port: plain.port })).toEqual({
    ok: false,
    message: 'The email server offered no secure connection (TLS).',
  })
  await plain.stop()
  const gone = await tryOut({ ...body, port: plain.port })
  expect(gone).toEqual({
    ok: false,
    message: `The email server at localhost refused the connection on port ${plain.port}.`,
  })
})

test('without a user or a password there is nothing to try', async () => {
  const { body, signIns } = await startServer()
  expect(await tryOut({ ...body, password: '' })).toEqual({
    ok: false,
    message: 'Please enter the password first.',
  })
  expect(await tryOut({ ...body, fromAddress: '' })).toEqual({
    ok: false,
    message: 'Please enter the from address or a username first.',
  })
  expect(signIns).toEqual([])
})
