import { z } from 'zod'

/** A business's own accounts, by the names that the page shows. */
export const integrationLabels = {
  stripe: 'Stripe',
  paypal: 'PayPal',
  email: 'Email',
  banking: 'Banking',
} as const
export type IntegrationName = keyof typeof integrationLabels
export const integrationNames = Object.keys(integrationLabels) as IntegrationName[]

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

/** Why this is no publishable key, or null. */
export function faultOfPublishableKey(key: string): string | null {
  if (key === '' || modeOfPublishableKey(key)) return null
  if (/^(sk|rk)_/.test(key)) return 'This is a secret key. It belongs in the field below.'
  return 'A publishable key begins with pk_live_ or pk_test_.'
}

/** Why this is no secret key, or null. */
export function faultOfSecretKey(key: string): string | null {
  if (key === '' || modeOfSecretKey(key)) return null
  if (key.startsWith('pk_')) return 'This is a publishable key. It belongs in the field above.'
  if (key.startsWith('whsec_')) return 'This is a signing secret. It belongs in the field below.'
  return 'A secret key begins with sk_live_ or sk_test_.'
}

export function faultOfWebhookSecret(secret: string): string | null {
  return secret === '' || /^whsec_[\w+/=-]{4,}$/.test(secret) ? null : 'A signing secret begins with whsec_.'
}

export function faultOfAccountId(id: string): string | null {
  return id === '' || /^acct_\w+$/.test(id) ? null : 'An account id begins with acct_.'
}

export const differentModes = 'One key is for test mode, the other is live. Both have to be of the same mode.'

/** A name or an address of a server, without a scheme, a port or a path. */
export function faultOfHost(host: string): string | null {
  const isName =
    /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
  return isName.test(host) || z.ipv6().safeParse(host).success
    ? null
    : 'Please enter the name of the mail server alone, such as smtp.gmail.com.'
}

export function faultOfFromAddress(address: string): string | null {
  return address === '' || z.email().safeParse(address).success ? null : 'Please enter a valid email address.'
}

export const portFault = 'Please enter the port as a whole number from 1 to 65535, such as 587.'

/** What is typed into the field of the port; null when it is no whole number. */
export function parsePort(text: string): number | null {
  if (!/^\d{1,5}$/.test(text.trim())) return null
  const port = Number(text)
  return port >= 1 && port <= 65535 ? port : null
}
