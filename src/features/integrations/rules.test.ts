import { describe, expect, test } from 'vitest'
import {
  faultOfAccountId,
  faultOfFromAddress,
  faultOfHost,
  faultOfKey,
  faultOfPublishableKey,
  faultOfSecretKey,
  faultOfWebhookSecret,
  modeOfPublishableKey,
  modeOfSecretKey,
  parsePort,
} from './rules.ts'

const isPublishableKey = 'This is a publishable key. It belongs in the Publishable Key field.'
const isSecretKey = 'This is a secret key. It belongs in the Secret Key field.'
const isSigningSecret = 'This is a signing secret. It belongs in the Webhook Signing Secret field.'
const isAccountId = 'This is an account ID. It belongs in the Account ID field.'
const broken = 'This looks incomplete or wrong. Please copy it again from Stripe.'

describe('a key of the wrong kind is told where it belongs', () => {
  test.each([
    ['', null],
    ['pk_live_own1', null],
    ['pk_test_own1', null],
    ['sk_live_own1', isSecretKey],
    ['rk_live_own1', isSecretKey],
    ['whsec_own1', isSigningSecret],
    ['acct_own1', isAccountId],
    ['own1', 'A publishable key starts with pk_live_ or pk_test_.'],
    ['pk_own1', 'A publishable key starts with pk_live_ or pk_test_.'],
    ['pk_test_ own1', broken],
  ])('as a publishable key, %j', (key, fault) => expect(faultOfPublishableKey(key)).toBe(fault))

  test.each([
    ['', null],
    ['sk_live_own1', null],
    ['rk_test_own1', null],
    ['pk_test_own1', isPublishableKey],
    ['whsec_own1', isSigningSecret],
    ['acct_own1', isAccountId],
    ['own1', 'A secret key starts with sk_live_ or sk_test_.'],
    ['rk_live_öwn1', broken],
  ])('as a secret key, %j', (key, fault) => expect(faultOfSecretKey(key)).toBe(fault))

  test.each([
    ['', null],
    ['whsec_own1', null],
    ['sk_test_own1', isSecretKey],
    ['rk_live_own1', isSecretKey],
    ['pk_live_own1', isPublishableKey],
    ['acct_own1', isAccountId],
    ['own1', 'A signing secret starts with whsec_.'],
    ['whsec_', broken],
  ])('as a signing secret, %j', (secret, fault) => expect(faultOfWebhookSecret(secret)).toBe(fault))

  test.each([
    ['', null],
    ['acct_1', null],
    ['sk_test_own1', isSecretKey],
    ['own1', 'An account ID starts with acct_.'],
    ['acct_', broken],
  ])('as an account id, %j', (id, fault) => expect(faultOfAccountId(id)).toBe(fault))
})

test.each(['', 'own-client', 'A:b_c+d/e=', 'with a blank'])('%j may be a key', (key) => {
  expect(faultOfKey(key)).toBeNull()
})

test.each(['clé', 'own\nkey', 'own\u200Bkey', 'key 🔑', 'own\u007F'])('%j is no key', (key) => {
  expect(faultOfKey(key)).toBe('This has a character that keys don’t contain. Please copy it again.')
})

test('the mode of a key is part of it', () => {
  expect([modeOfSecretKey('sk_live_own1'), modeOfSecretKey('rk_test_own1')]).toEqual(['live', 'test'])
  expect([modeOfPublishableKey('pk_live_own1'), modeOfPublishableKey('sk_live_own1')]).toEqual(['live', null])
})

test.each([
  ['smtp.gmail.com', true],
  ['MAIL', true],
  ['127.0.0.1', true],
  ['::1', true],
  ['2001:db8::25', true],
  ['smtp.gmail.com.', false],
  ['smtp://smtp.gmail.com', false],
  ['smtp.gmail.com:587', false],
  ['smtp.gmail.com/x', false],
  ['user@smtp.gmail.com', false],
  ['smtp gmail com', false],
  ['-a.example.com', false],
  ['::::', false],
  ['a'.repeat(64), false],
])('%j as the name of a server: %s', (host, isGood) => {
  expect(faultOfHost(host) === null).toBe(isGood)
})

test('a from address is one or nothing', () => {
  expect([faultOfFromAddress(''), faultOfFromAddress('billing@example.com')]).toEqual([null, null])
  for (const address of ['billing', 'a@b', 'Billing <billing@example.com>', 'a@example.com\r\nBcc: b']) {
    expect(faultOfFromAddress(address)).toBe('Please enter a valid email address.')
  }
})

test.each([
  ['587', 587],
  [' 465 ', 465],
  ['1', 1],
  ['65535', 65535],
  ['0', null],
  ['65536', null],
  ['58.7', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
])('a port typed as %j is %s', (text, port) => expect(parsePort(text)).toBe(port))
