import type { FieldValues, Path } from 'react-hook-form'
import { z } from 'zod'
import { call } from '../../../web/api-client.ts'
import {
  type ConnectionTest,
  type Integrations,
  bankingSettingsSchema,
  emailSettingsSchema,
  paypalSettingsSchema,
  saveBanking,
  saveEmail,
  savePaypal,
  saveStripe,
  stripeSettingsSchema,
  testBanking,
  testEmail,
  testPaypal,
  testStripe,
} from '../contract.ts'
import {
  type IntegrationName,
  accountNames,
  defaultMailHost,
  defaultMailPort,
  differentModes,
  modeOfPublishableKey,
  modeOfSecretKey,
  parsePort,
  portFault,
} from '../rules.ts'

/**
 * Defines the form of an integration card. A secret in a form works like in a request: null keeps the saved
 * one, an empty string removes it, and any other value replaces it.
 */
export interface IntegrationKind<Values extends FieldValues, Body> {
  name: IntegrationName
  accountName: string
  valuesOf: (saved: Integrations) => Values
  schemaFor: (saved: Integrations) => z.ZodType<Body, Values>
  /** Labels of the fields that are required for a connected account. */
  missing: (saved: Integrations) => string[]
  hasAnything: (saved: Integrations) => boolean
  /** The first field, with the error for an empty form. */
  first: { field: Path<Values>; message: string }
  save: (body: Body) => Promise<Integrations>
  test: (body: Body) => Promise<ConnectionTest>
}

export type StripeSettings = z.output<typeof stripeSettingsSchema>

export const stripeKind: IntegrationKind<StripeSettings, StripeSettings> = {
  name: 'stripe',
  accountName: accountNames.stripe,
  valuesOf: ({ stripe: { publishableKey, accountId } }) => ({
    publishableKey,
    secretKey: null,
    accountId,
    webhookSecret: null,
  }),
  schemaFor: ({ stripe }) =>
    stripeSettingsSchema.superRefine(({ publishableKey, secretKey }, context) => {
      const publishable = modeOfPublishableKey(publishableKey)
      const secret = secretKey === null ? stripe.mode : modeOfSecretKey(secretKey)
      if (publishable && secret && publishable !== secret) {
        context.addIssue({ code: 'custom', path: ['secretKey'], message: differentModes })
      }
    }),
  missing: ({ stripe }) =>
    emptyLabels({ 'Publishable Key': stripe.publishableKey !== '', 'Secret Key': stripe.hasSecretKey }),
  hasAnything: ({ stripe }) =>
    stripe.publishableKey !== '' || stripe.accountId !== '' || stripe.hasSecretKey || stripe.hasWebhookSecret,
  first: { field: 'publishableKey', message: 'Please enter your publishable key.' },
  save: (body) => call(saveStripe, { body }),
  test: (body) => call(testStripe, { body }),
}

export type PaypalSettings = z.output<typeof paypalSettingsSchema>

export const paypalKind: IntegrationKind<PaypalSettings, PaypalSettings> = {
  name: 'paypal',
  accountName: accountNames.paypal,
  valuesOf: ({ paypal: { clientId, mode } }) => ({ clientId, clientSecret: null, mode }),
  schemaFor: () => paypalSettingsSchema,
  missing: ({ paypal }) =>
    emptyLabels({ 'Client ID': paypal.clientId !== '', 'Client Secret': paypal.hasClientSecret }),
  hasAnything: ({ paypal }) => paypal.clientId !== '' || paypal.hasClientSecret || paypal.mode !== 'live',
  first: { field: 'clientId', message: 'Please enter the client ID of your PayPal app.' },
  save: (body) => call(savePaypal, { body }),
  test: (body) => call(testPaypal, { body }),
}

const port = z.string().transform((text, context) => {
  const number = parsePort(text)
  if (number === null) context.addIssue({ code: 'custom', message: portFault })
  return number ?? z.NEVER
})
const emailFormSchema = emailSettingsSchema.extend({ port })
export type EmailSettings = z.output<typeof emailFormSchema>
export type EmailValues = z.input<typeof emailFormSchema>

export const emailKind: IntegrationKind<EmailValues, EmailSettings> = {
  name: 'email',
  accountName: accountNames.email,
  valuesOf: ({ email }) => ({
    fromAddress: email.fromAddress,
    host: email.host,
    port: String(email.port),
    username: email.username,
    password: null,
  }),
  schemaFor: () => emailFormSchema,
  missing: ({ email }) =>
    emptyLabels({ 'From Address': email.fromAddress !== '', Password: email.hasPassword }),
  hasAnything: ({ email }) =>
    email.fromAddress !== '' ||
    email.username !== '' ||
    email.hasPassword ||
    email.host !== defaultMailHost ||
    email.port !== defaultMailPort,
  first: { field: 'fromAddress', message: 'Please enter the address your invoices should come from.' },
  save: (body) => call(saveEmail, { body }),
  test: (body) => call(testEmail, { body }),
}

export type BankingSettings = z.output<typeof bankingSettingsSchema>

export const bankingKind: IntegrationKind<BankingSettings, BankingSettings> = {
  name: 'banking',
  accountName: accountNames.banking,
  valuesOf: ({ banking: { clientId, environment } }) => ({ clientId, secret: null, environment }),
  schemaFor: () => bankingSettingsSchema,
  missing: ({ banking }) => emptyLabels({ 'Client ID': banking.clientId !== '', Secret: banking.hasSecret }),
  hasAnything: ({ banking }) =>
    banking.clientId !== '' || banking.hasSecret || banking.environment !== 'production',
  first: { field: 'clientId', message: 'Please enter your client ID.' },
  save: (body) => call(saveBanking, { body }),
  test: (body) => call(testBanking, { body }),
}

/** Whether this is the empty form of an account without saved settings. */
export function isEmptyForm<Values extends FieldValues, Body>(
  kind: IntegrationKind<Values, Body>,
  saved: Integrations,
  body: Body,
): boolean {
  if (kind.hasAnything(saved)) return false
  const { data: empty } = kind.schemaFor(saved).safeParse(kind.valuesOf(saved))
  return JSON.stringify(body) === JSON.stringify(empty)
}

function emptyLabels(isFilled: Record<string, boolean>): string[] {
  return Object.keys(isFilled).filter((label) => !isFilled[label])
}
