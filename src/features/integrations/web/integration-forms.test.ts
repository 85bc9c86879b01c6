import { describe, expect, test } from 'vitest'
import type { Integrations } from '../contract.ts'
import { demoPaypalAccount, differentModes, portFault } from '../rules.ts'
import { bankingKind, emailKind, isEmptyForm, paypalKind, stripeKind } from './integration-forms.ts'

const nothing: Integrations = {
  enabled: true,
  platformCardsAreLive: false,
  areTestsAllowed: true,
  stripe: {
    isConnected: false,
    refusedAt: null,
    problem: null,
    publishableKey: '',
    accountId: '',
    hasSecretKey: false,
    hasWebhookSecret: false,
    mode: null,
    webhookUrl: 'https://example.com/hook',
  },
  paypal: {
    isConnected: false,
    refusedAt: null,
    problem: null,
    clientId: '',
    hasClientSecret: false,
    mode: 'live',
  },
  email: {
    isConnected: false,
    fromAddress: '',
    host: 'smtp.gmail.com',
    port: 587,
    username: '',
    hasPassword: false,
    waiting: null,
  },
  banking: { isConnected: false, clientId: '', hasSecret: false, environment: 'production' },
}
const withTestKeys: Integrations = {
  ...nothing,
  stripe: {
    ...nothing.stripe,
    isConnected: true,
    publishableKey: 'pk_test_1234',
    hasSecretKey: true,
    mode: 'test',
  },
}

interface Problems {
  error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined
}
const problemsOf = ({ error }: Problems) =>
  Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])

describe('the form of the Stripe keys', () => {
  const check = (saved: Integrations, typed: object) =>
    problemsOf(stripeKind.schemaFor(saved).safeParse({ ...stripeKind.valuesOf(saved), ...typed }))

  test('keeps the secrets unless something is typed', () => {
    expect(stripeKind.valuesOf(withTestKeys)).toEqual({
      publishableKey: 'pk_test_1234',
      secretKey: null,
      accountId: '',
      webhookSecret: null,
    })
    expect(check(withTestKeys, {})).toEqual({})
  })

  test('refuses keys of different modes, be they typed or saved', () => {
    const typed = { publishableKey: 'pk_live_1234', secretKey: 'sk_test_1234' }
    expect(check(nothing, typed)).toEqual({ secretKey: differentModes })
    expect(check(withTestKeys, { publishableKey: 'pk_live_1234' })).toEqual({ secretKey: differentModes })
    expect(check(withTestKeys, { publishableKey: 'pk_live_1234', secretKey: '' })).toEqual({})
    expect(check(withTestKeys, { publishableKey: 'pk_live_1234', secretKey: 'sk_live_1234' })).toEqual({})
  })
})

describe('the form of the mail account', () => {
  const read = (typed: object) =>
    emailKind.schemaFor(nothing).safeParse({ ...emailKind.valuesOf(nothing), ...typed })

  test('begins with a common server and port', () => {
    expect(emailKind.valuesOf(nothing)).toMatchObject({ host: 'smtp.gmail.com', port: '587' })
    expect(read({ port: ' 465 ' }).data?.port).toBe(465)
  })

  test.each(['587.5', 'abc', '', '0', '65536', '-1', '1e3'])('refuses the port %j in words', (port) => {
    expect(problemsOf(read({ port }))).toEqual({ port: portFault })
  })

  test('names every wrong field at once', () => {
    const wrong = problemsOf(read({ fromAddress: 'nobody', host: 'https://smtp.gmail.com', port: 'abc' }))
    expect(Object.keys(wrong)).toEqual(['fromAddress', 'host', 'port'])
  })
})

test('there is something to remove as soon as anything differs from the beginning', () => {
  const kinds = [stripeKind, paypalKind, emailKind, bankingKind]
  expect(kinds.map(({ hasAnything }) => hasAnything(nothing))).toEqual([false, false, false, false])
  const something: Integrations = {
    ...nothing,
    stripe: { ...nothing.stripe, hasWebhookSecret: true },
    paypal: { ...nothing.paypal, clientId: demoPaypalAccount.clientId },
    email: { ...nothing.email, port: 465 },
    banking: { ...nothing.banking, environment: 'sandbox' },
  }
  expect(kinds.map(({ hasAnything }) => hasAnything(something))).toEqual([true, true, true, true])
})

describe('there is nothing to save', () => {
  const emailBody = { fromAddress: '', host: 'smtp.gmail.com', port: 587, username: '', password: null }

  test('while nothing is typed and nothing is saved', () => {
    expect(isEmptyForm(stripeKind, nothing, stripeKind.valuesOf(nothing))).toBe(true)
    expect(isEmptyForm(paypalKind, nothing, paypalKind.valuesOf(nothing))).toBe(true)
    expect(isEmptyForm(emailKind, nothing, emailBody)).toBe(true)
    expect(isEmptyForm(bankingKind, nothing, bankingKind.valuesOf(nothing))).toBe(true)
  })

  test('but there is as soon as anything is typed or chosen, or was saved', () => {
    expect(isEmptyForm(emailKind, nothing, { ...emailBody, port: 465 })).toBe(false)
    expect(isEmptyForm(emailKind, nothing, { ...emailBody, password: 'typed' })).toBe(false)
    expect(isEmptyForm(bankingKind, nothing, { clientId: '', secret: null, environment: 'sandbox' })).toBe(
      false,
    )
    expect(isEmptyForm(stripeKind, withTestKeys, stripeKind.valuesOf(withTestKeys))).toBe(false)
  })
})

describe('what an account still needs', () => {
  test('is everything of an empty one, and nothing of a complete one', () => {
    expect(stripeKind.missing(nothing)).toEqual(['Publishable Key', 'Secret Key'])
    expect(paypalKind.missing(nothing)).toEqual(['Client ID', 'Client Secret'])
    expect(emailKind.missing(nothing)).toEqual(['From Address', 'Password'])
    expect(bankingKind.missing(nothing)).toEqual(['Client ID', 'Secret'])
    expect(stripeKind.missing(withTestKeys)).toEqual([])
  })

  test('is the other half of a half-filled one', () => {
    const half = { ...nothing, email: { ...nothing.email, fromAddress: 'owner@example.com' } }
    expect(emailKind.missing(half)).toEqual(['Password'])
  })
})
