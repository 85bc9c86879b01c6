import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig, settingNames } from './config.ts'

test('with nothing set, everything has a default', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    appUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    adminEmail: 'admin@millrace.example',
    role: 'all',
    logLevel: 'info',
    google: undefined,
    stripe: undefined,
    plaid: undefined,
    ratesSource: { url: undefined, name: 'European Central Bank' },
    demoPayments: true,
    metrics: undefined,
  })
})

test('payments that move no money are off by default where the address is https, and else on', () => {
  const isOn = (env: Record<string, string>) => readConfig(env).demoPayments
  expect(isOn({ APP_URL: 'http://books.example.com' })).toBe(true)
  expect(isOn({ APP_URL: 'https://books.example.com' })).toBe(false)
  expect(isOn({ APP_URL: 'https://books.example.com', DEMO_PAYMENTS: 'on' })).toBe(true)
  expect(isOn({ DEMO_PAYMENTS: 'off' })).toBe(false)
})

test('an empty value counts as not set', () => {
  expect(readConfig({ PORT: '', APP_URL: ' ' }).port).toBe(3000)
})

test('without APP_URL the page may be opened under any name of this machine, with it under that one only', () => {
  expect(readConfig({ PORT: '4000' }).origins).toEqual([
    'http://localhost:4000',
    'http://127.0.0.1:4000',
    'http://[::1]:4000',
  ])
  expect(readConfig({ APP_URL: 'https://books.example.com/' }).origins).toEqual(['https://books.example.com'])
})

describe('a wrong value stops the start with one sentence that names it', () => {
  test.each([
    ['PORT', '0'],
    ['PORT', 'http'],
    ['PORT', '80.5'],
    ['APP_URL', 'books.example.com'],
    ['APP_URL', 'https://example.com/books'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_DIRECT_URL', 'localhost:5432'],
    ['DATABASE_READ_URL', 'https://replica.example.com'],
    ['ADMIN_EMAIL', 'admin'],
    ['ADMIN_PASSWORD', 'short'],
    ['SMTP_URL', 'mail.example.com:25'],
    ['MAIL_FROM', 'nobody'],
    ['RECEIPTS_SMTP_PORT', 'smtp'],
    ['RECEIPTS_MAIL_DOMAIN', 'receipts@example.com'],
    ['RECEIPTS_MAIL_DOMAIN', 'localhost'],
    ['ROLE', 'server'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'yes'],
    ['STRIPE_SECRET_KEY', 'pk_live_1'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['DEMO_PAYMENTS', 'no'],
    ['PLAID_ENVIRONMENT', 'development'],
    ['OPERATOR_NAME', 'a'.repeat(201)],
    ['RATES_URL', 'rates.example.com/rates.csv'],
    ['RATES_URL', 'file:///etc/passwd'],
    ['RATES_SOURCE', 'a'.repeat(101)],
    ['DRAIN_SECONDS', '-1'],
    ['METRICS_PORT', '70000'],
    ['METRICS_TOKEN', 'fifteen-letters'],
    ['METRICS_TOKEN', 'sixteen or more, with spaces'],
  ])('%s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must be [^.]+.*\\.$`))
  })

  test('ROLE=web without DATABASE_URL', () => {
    expect(() => readConfig({ ROLE: 'web' })).toThrow('ROLE=web needs DATABASE_URL')
  })

  test('rates over http, unless private networks are allowed', () => {
    const url = 'http://rates.internal/eurofxref.csv'
    expect(() => readConfig({ RATES_URL: url })).toThrow(
      'RATES_URL must begin with https, unless ALLOW_PRIVATE_ADDRESSES is on.',
    )
    const allowed = readConfig({ RATES_URL: url, ALLOW_PRIVATE_ADDRESSES: 'on', RATES_SOURCE: 'Test Bank' })
    expect(allowed.ratesSource).toEqual({ url, name: 'Test Bank' })
  })

  test('a signing secret without a key', () => {
    expect(() => readConfig({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toThrow('needs STRIPE_SECRET_KEY')
  })

  test.each(['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])('%s without DATABASE_URL', (name) => {
    expect(() => readConfig({ [name]: 'postgresql://localhost/x' })).toThrow(
      `${name} needs DATABASE_URL beside it.`,
    )
  })

  test.each([
    'GOOGLE_CLIENT_ID',
    'GOOGLE_CLIENT_SECRET',
    'PLAID_CLIENT_ID',
    'PLAID_SECRET',
    'RECEIPTS_SMTP_CERT',
  ])('%s without its other half', (name) => {
    expect(() => readConfig({ [name]: 'x' })).toThrow(new RegExp(`\\b${name}\\b.* must be set together\\.$`))
  })
})

test('receipts come by email only with a port, at the domain of the sender and from this machine unless told otherwise', () => {
  expect(readConfig({ RECEIPTS_MAIL_DOMAIN: 'receipts.example.com' }).receiptMail).toBeUndefined()
  expect(
    readConfig({ RECEIPTS_SMTP_PORT: '2525', MAIL_FROM: 'Books <no-reply@Example.com>' }).receiptMail,
  ).toEqual({
    domain: 'example.com',
    host: '127.0.0.1',
    port: 2525,
    files: undefined,
  })
  const chosen = {
    RECEIPTS_SMTP_PORT: '25',
    RECEIPTS_SMTP_HOST: '0.0.0.0',
    RECEIPTS_MAIL_DOMAIN: 'Receipts.example.com',
    RECEIPTS_SMTP_CERT: 'a.pem',
    RECEIPTS_SMTP_KEY: '/b.pem',
  }
  expect(readConfig(chosen).receiptMail).toEqual({
    domain: 'receipts.example.com',
    host: '0.0.0.0',
    port: 25,
    files: { cert: resolve('a.pem'), key: '/b.pem' },
  })
})

test('metrics are on with a port of their own or a token, on this machine unless told otherwise', () => {
  const token = 'a-token-for-tests'
  expect(readConfig({ METRICS_HOST: '0.0.0.0' }).metrics).toBeUndefined()
  expect(readConfig({ METRICS_PORT: '9100' }).metrics).toEqual({
    port: 9100,
    host: '127.0.0.1',
    token: undefined,
  })
  expect(readConfig({ METRICS_TOKEN: token }).metrics).toMatchObject({ port: undefined, token })
  expect(() => readConfig({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT must be different from PORT.')
})

test('keys for banks lead to real ones unless the sandbox is asked for', () => {
  const keys = { PLAID_CLIENT_ID: 'id-1', PLAID_SECRET: 'secret-1' }
  expect(readConfig(keys).plaid).toEqual({ clientId: 'id-1', secret: 'secret-1', environment: 'production' })
  expect(readConfig({ ...keys, PLAID_ENVIRONMENT: 'sandbox' }).plaid?.environment).toBe('sandbox')
  expect(readConfig({ PLAID_ENVIRONMENT: 'sandbox' }).plaid).toBeUndefined()
})

test('the operator has a name and an address of several lines, or neither', () => {
  expect(readConfig({}).operator).toEqual({ name: undefined, address: undefined })
  const settings = { OPERATOR_NAME: 'Test Operator', OPERATOR_ADDRESS: '1 Test Street\\n12345 Town' }
  expect(readConfig(settings).operator).toEqual({
    name: 'Test Operator',
    address: '1 Test Street\n12345 Town',
  })
})

test('every setting is documented in .env.example, and nothing else is', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  const documented = [...text.matchAll(/^#?\s?([A-Z0-9_]+)=/gm)].map((match) => match[1])
  expect(documented.toSorted()).toEqual([...settingNames].toSorted())
})

test('every setting has a row in docs/settings.md, and nothing else has', () => {
  const text = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8')
  const documented = [...text.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map((match) => match[1])
  expect(documented.toSorted()).toEqual([...settingNames].toSorted())
})
