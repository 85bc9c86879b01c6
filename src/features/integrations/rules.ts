import { z } from 'zod'

/** A business's own accounts, with the labels that the page shows. */
export const integrationLabels = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  email: 'Email',
  banking: 'Banking',
} as const
export type IntegrationName = keyof typeof integrationLabels
export const integrationNames = Object.keys(integrationLabels) as IntegrationName[]

export const accountNames: Record<IntegrationName, string> = {
  stripe: 'Stripe account',
  paypal: 'PayPal account',
  email: 'email account',
  banking: 'Plaid account',
}

export const defaultMailHost = 'smtp.gmail.com'
export const defaultMailPort = 587

export { demoPaypalAccount } from '../../shared/demo-paypal-account.ts'

export type StripeMode = 'test' | 'live'

const secretKey = /^(?:sk|rk)_(test|live)_[\w]{4,}$/
const publishableKey = /^pk_(test|live)_[\w]{4,}$/

export function modeOfSecretKey(key: string): StripeMode | null {
  return (secretKey.exec(key)?.[1] as StripeMode | undefined) ?? null
}

export function modeOfPublishableKey(key: string): StripeMode | null {
  return (publishableKey.exec(key)?.[1] as StripeMode | undefined) ?? null
}

interface StripeValue {
  name: string
  label: string
  pattern: RegExp
  /** The first characters, which distinguish it from other kinds of keys. */
  kind: RegExp
  prefix: RegExp
  rule: string
}

const stripeValues = {
  publishableKey: {
    name: 'a publishable key',
    label: 'Publishable Key',
    pattern: publishableKey,
    kind: /^pk_/,
    prefix: /^pk_(test|live)_/,
    rule: 'A publishable key starts with pk_live_ or pk_test_.',
  },
  secretKey: {
    name: 'a secret key',
    label: 'Secret Key',
    pattern: secretKey,
    kind: /^(sk|rk)_/,
    prefix: /^(sk|rk)_(test|live)_/,
    rule: 'A secret key starts with sk_live_ or sk_test_.',
  },
  accountId: {
    name: 'an account ID',
    label: 'Account ID',
    pattern: /^acct_\w+$/,
    kind: /^acct_/,
    prefix: /^acct_/,
    rule: 'An account ID starts with acct_.',
  },
  webhookSecret: {
    name: 'a signing secret',
    label: 'Webhook Signing Secret',
    pattern: /^whsec_[\w+/=-]{4,}$/,
    kind: /^whsec_/,
    prefix: /^whsec_/,
    rule: 'A signing secret starts with whsec_.',
  },
} satisfies Record<string, StripeValue>

/** Returns a function that says why a text is not such a value, or null. */
function faultFinder(expected: StripeValue) {
  return (text: string): string | null => {
    if (text === '' || expected.pattern.test(text)) return null
    const found = Object.values<StripeValue>(stripeValues).find(({ kind }) => kind.test(text))
    if (found && found !== expected) return `This is ${found.name}. It belongs in the ${found.label} field.`
    if (!expected.prefix.test(text)) return expected.rule
    return 'This looks incomplete or wrong. Please copy it again from Stripe.'
  }
}

export const faultOfPublishableKey = faultFinder(stripeValues.publishableKey)
export const faultOfSecretKey = faultFinder(stripeValues.secretKey)
export const faultOfAccountId = faultFinder(stripeValues.accountId)
export const faultOfWebhookSecret = faultFinder(stripeValues.webhookSecret)

/** Keys are sent in headers, which allow only these characters, and no provider issues others. */
export function faultOfKey(text: string): string | null {
  return /^[\x20-\x7E]*$/.test(text)
    ? null
    : 'This has a character that keys don’t contain. Please copy it again.'
}

export const differentModes = 'One key is for test mode, the other is live. Both must be for the same mode.'

/** Accepts the name or IP address of a server, without a scheme, port or path. */
export function faultOfHost(host: string): string | null {
  const isName =
    /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
  return isName.test(host) || z.ipv6().safeParse(host).success
    ? null
    : 'Please enter only the name of the email server, such as smtp.gmail.com.'
}

export function faultOfFromAddress(address: string): string | null {
  return address === '' || z.email().safeParse(address).success ? null : 'Please enter a valid email address.'
}

export const portFault = 'Please enter the port as a whole number from 1 to 65535, such as 587.'

/** Parses the text of the port field; null if it is not a valid port. */
export function parsePort(text: string): number | null {
  if (!/^\d{1,5}$/.test(text.trim())) return null
  const port = Number(text)
  return port >= 1 && port <= 65535 ? port : null
}
