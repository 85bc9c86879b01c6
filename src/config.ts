import { resolve } from 'node:path'
import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { type S3Address, parseS3Address } from './platform/files/s3-address.ts'
import { parseMailAddress } from './platform/mail/mail-address.ts'
import { productDomain, productName } from './shared/product.ts'

const flag = z.enum(['on', 'off'])
const port = z.coerce.number().int().min(1).max(65535)

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
}

function isSender(text: string): boolean {
  try {
    parseMailAddress('sender', text)
    return true
  } catch {
    return false
  }
}

const text = z.string().min(1)
const matching = (pattern: RegExp) => z.string().regex(pattern).optional()
const address = (...protocols: string[]) =>
  z
    .string()
    .refine((url) => protocols.includes(URL.parse(url)?.protocol ?? ''))
    .optional()
const postgresAddress = address('postgres:', 'postgresql:')

/** All settings; each is optional. The text completes the error message: "PORT must be …". */
const settings = {
  PORT: [port.default(3000), 'a whole number from 1 to 65535'],
  HOST: [text.default('127.0.0.1'), 'the address to listen on, such as 127.0.0.1 or 0.0.0.0'],
  APP_URL: [
    z.string().refine(isOrigin).optional(),
    'an origin such as https://books.example.com, without a path',
  ],
  MILLRACE_DATA: [text.default('./data'), 'the path of a folder'],
  FILES_S3_URL: [
    z
      .string()
      .refine((url) => parseS3Address(url) !== null)
      .optional(),
    'an address such as https://KEY:SECRET@s3.example.com/bucket/folder?region=eu-west-1',
  ],
  DATABASE_URL: [postgresAddress, 'a Postgres address such as postgresql://user:password@host:5432/millrace'],
  DATABASE_DIRECT_URL: [
    postgresAddress,
    'a Postgres address such as postgresql://user:password@host:5432/millrace, without a pooler in between',
  ],
  DATABASE_READ_URL: [
    postgresAddress,
    'a Postgres address such as postgresql://user:password@replica:5432/millrace',
  ],
  APP_SECRET: [text.optional(), 'at least 32 random characters'],
  APP_SECRET_PREVIOUS: [text.optional(), 'the secret that APP_SECRET replaces'],
  ADMIN_EMAIL: [z.email().default(`admin@${productDomain}`), 'an email address'],
  ADMIN_PASSWORD: [z.string().min(8).optional(), 'at least 8 characters'],
  SMTP_URL: [address('smtp:', 'smtps:'), 'an address such as smtp://user:password@mail.example.com:587'],
  MAIL_FROM: [
    z.string().refine(isSender).default(`${productName} <no-reply@${productDomain}>`),
    'a sender such as Millrace <no-reply@example.com>',
  ],
  RECEIPTS_SMTP_PORT: [port.optional(), 'a whole number from 1 to 65535'],
  RECEIPTS_SMTP_HOST: [text.default('127.0.0.1'), 'the address to listen on, such as 127.0.0.1 or 0.0.0.0'],
  RECEIPTS_MAIL_DOMAIN: [matching(/^[a-z\d-]+(\.[a-z\d-]+)+$/i), 'a domain such as receipts.example.com'],
  RECEIPTS_SMTP_CERT: [text.optional(), 'the path of a certificate in PEM format'],
  RECEIPTS_SMTP_KEY: [text.optional(), 'the path of the key of that certificate'],
  OPERATOR_NAME: [z.string().max(200).optional(), 'the name of the operator, at most 200 characters'],
  OPERATOR_ADDRESS: [
    z.string().max(500).optional(),
    'a postal address of at most 500 characters, with \\n between its lines',
  ],
  GOOGLE_CLIENT_ID: [text.optional(), 'the client ID from the Google console'],
  GOOGLE_CLIENT_SECRET: [text.optional(), 'the client secret from the Google console'],
  STRIPE_SECRET_KEY: [
    matching(/^(sk|rk)_(test|live)_\w+$/),
    "a secret key from Stripe's dashboard, such as sk_live_…",
  ],
  STRIPE_WEBHOOK_SECRET: [
    matching(/^whsec_\w+$/),
    "the signing secret of the webhook endpoint from Stripe's dashboard, such as whsec_…",
  ],
  PLAID_CLIENT_ID: [text.optional(), "the client ID from Plaid's dashboard"],
  PLAID_SECRET: [text.optional(), "the secret from Plaid's dashboard, of the same environment"],
  PLAID_ENVIRONMENT: [z.enum(['production', 'sandbox']).default('production'), 'production or sandbox'],
  RATES_URL: [
    address('https:', 'http:'),
    'the address of a file with exchange rates, such as https://www.ecb.europa.eu/stats/eurofxref/eurofxref.zip',
  ],
  RATES_SOURCE: [
    text.max(100).default('European Central Bank'),
    'the name of the publisher of the rates, at most 100 characters',
  ],
  DEMO_PAYMENTS: [flag.optional(), 'on or off'],
  ALLOW_PRIVATE_ADDRESSES: [flag.default('off'), 'on or off'],
  ROLE: [z.enum(['all', 'web', 'worker']).default('all'), 'all, web or worker'],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
    'trace, debug, info, warn, error or silent',
  ],
  TRUST_PROXY: [flag.default('off'), 'on or off'],
  DRAIN_SECONDS: [z.coerce.number().int().min(0).max(300).default(0), 'a whole number from 0 to 300'],
  METRICS_PORT: [port.optional(), 'a whole number from 1 to 65535'],
  METRICS_HOST: [text.default('127.0.0.1'), 'the address to listen on, such as 127.0.0.1 or 0.0.0.0'],
  METRICS_TOKEN: [matching(/^[!-~]{16,}$/), 'at least 16 characters, without spaces'],
} as const satisfies Record<string, readonly [z.ZodType, string]>

export const settingNames = Object.keys(settings)

type SettingName = keyof typeof settings
type Parsed = { [K in SettingName]: z.output<(typeof settings)[K][0]> }

export interface Config {
  port: number
  portIsSet: boolean
  host: string
  /** The origin of all links. It never follows the Host header of a request. */
  appUrl: string
  /** Origins whose pages may send requests that change state. */
  origins: readonly string[]
  dataDir: string
  /** The store for files such as pictures of receipts. Without it they are in the data folder. */
  filesS3: S3Address | null
  databaseUrl: string | undefined
  /** Bypasses the pooler, if databaseUrl is the address of a pooler in transaction mode. */
  databaseDirectUrl: string | undefined
  /** A replica for reading reports. */
  databaseReadUrl: string | undefined
  appSecret: string | undefined
  /** The secret before appSecret. Set while data that it encrypted is re-encrypted with appSecret. */
  previousSecret: string | undefined
  adminEmail: string
  adminPassword: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  /** Where receipts are received by email. Undefined: nowhere. */
  receiptMail: ReceiptMailConfig | undefined
  /** The operator, for the pages that have to name them. */
  operator: { name: string | undefined; address: string | undefined }
  google: { clientId: string; clientSecret: string } | undefined
  /** The operator's Stripe account. Without it the built-in sandbox is used. */
  stripe: { secretKey: string; webhookSecret: string | undefined } | undefined
  /** The operator's Plaid account. The demo bank exists with and without it. */
  plaid: { clientId: string; secret: string; environment: Parsed['PLAID_ENVIRONMENT'] } | undefined
  /** Where reference rates are fetched from, if they are, and who publishes them. */
  ratesSource: { url: string | undefined; name: string }
  /** Whether invoices can be paid without real money; see features/payments/ledger/test-payments.ts. */
  demoPayments: boolean
  /** Whether a server address that a user enters may be in a private network. */
  allowPrivateAddresses: boolean
  role: Parsed['ROLE']
  logLevel: Parsed['LOG_LEVEL']
  trustProxy: boolean
  /** How long the process keeps serving requests after it reports that it is no longer ready. */
  drainSeconds: number
  /** On a separate port, next to the pages for requests with the token, or both. Undefined: not served. */
  metrics: { port: number | undefined; host: string; token: string | undefined } | undefined
}

interface ReceiptMailConfig {
  /** The part of the addresses after the @. */
  domain: string
  host: string
  port: number
  files: { cert: string; key: string } | undefined
}

/** A setting or an environment that prevents the start. The operator reads only the message. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = Object.fromEntries(
    Object.entries(settings).map(([name, [schema, expected]]) => {
      // An empty line in an .env file means "not set".
      const result = schema.safeParse(env[name]?.trim() || undefined)
      if (!result.success) throw new StartError(`${name} must be ${expected}.`)
      return [name, result.data]
    }),
  ) as Parsed
  if (parsed.ROLE !== 'all' && !parsed.DATABASE_URL) {
    throw new StartError(
      `ROLE=${parsed.ROLE} needs DATABASE_URL, because the built-in database serves one process only.`,
    )
  }
  for (const [one, other] of [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['PLAID_CLIENT_ID', 'PLAID_SECRET'],
    ['RECEIPTS_SMTP_CERT', 'RECEIPTS_SMTP_KEY'],
  ] as const) {
    if (Boolean(parsed[one]) !== Boolean(parsed[other])) {
      throw new StartError(`${one} and ${other} must be set together.`)
    }
  }
  for (const [one, needed] of [
    ['APP_SECRET_PREVIOUS', 'APP_SECRET'],
    ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
    ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
    ['DATABASE_READ_URL', 'DATABASE_URL'],
  ] as const) {
    if (parsed[one] && !parsed[needed]) throw new StartError(`${one} needs ${needed} beside it.`)
  }
  if (parsed.RATES_URL?.startsWith('http:') && parsed.ALLOW_PRIVATE_ADDRESSES === 'off') {
    throw new StartError('RATES_URL must begin with https, unless ALLOW_PRIVATE_ADDRESSES is on.')
  }
  const listens = parsed.ROLE !== 'worker' || Boolean(env.PORT?.trim())
  if (listens && parsed.METRICS_PORT === parsed.PORT) {
    throw new StartError('METRICS_PORT must be different from PORT.')
  }
  const loopback = ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${parsed.PORT}`)
  const appUrl = parsed.APP_URL ? new URL(parsed.APP_URL).origin : `http://localhost:${parsed.PORT}`
  return {
    port: parsed.PORT,
    portIsSet: Boolean(env.PORT?.trim()),
    host: parsed.HOST,
    appUrl,
    origins: parsed.APP_URL ? [appUrl] : loopback,
    dataDir: resolve(parsed.MILLRACE_DATA),
    filesS3: parsed.FILES_S3_URL ? parseS3Address(parsed.FILES_S3_URL) : null,
    databaseUrl: parsed.DATABASE_URL,
    databaseDirectUrl: parsed.DATABASE_DIRECT_URL,
    databaseReadUrl: parsed.DATABASE_READ_URL,
    appSecret: parsed.APP_SECRET,
    previousSecret: parsed.APP_SECRET_PREVIOUS,
    adminEmail: parsed.ADMIN_EMAIL.toLowerCase(),
    adminPassword: parsed.ADMIN_PASSWORD,
    smtpUrl: parsed.SMTP_URL,
    mailFrom: parsed.MAIL_FROM,
    receiptMail: readReceiptMail(parsed),
    operator: {
      name: parsed.OPERATOR_NAME,
      // A line of an .env file cannot contain a line break, so \n stands for one.
      address: parsed.OPERATOR_ADDRESS?.replaceAll(/\s*\\n\s*/g, '\n'),
    },
    google:
      parsed.GOOGLE_CLIENT_ID && parsed.GOOGLE_CLIENT_SECRET
        ? { clientId: parsed.GOOGLE_CLIENT_ID, clientSecret: parsed.GOOGLE_CLIENT_SECRET }
        : undefined,
    stripe: parsed.STRIPE_SECRET_KEY
      ? { secretKey: parsed.STRIPE_SECRET_KEY, webhookSecret: parsed.STRIPE_WEBHOOK_SECRET }
      : undefined,
    plaid:
      parsed.PLAID_CLIENT_ID && parsed.PLAID_SECRET
        ? {
            clientId: parsed.PLAID_CLIENT_ID,
            secret: parsed.PLAID_SECRET,
            environment: parsed.PLAID_ENVIRONMENT,
          }
        : undefined,
    ratesSource: { url: parsed.RATES_URL, name: parsed.RATES_SOURCE },
    demoPayments: (parsed.DEMO_PAYMENTS ?? (appUrl.startsWith('https:') ? 'off' : 'on')) === 'on',
    allowPrivateAddresses: parsed.ALLOW_PRIVATE_ADDRESSES === 'on',
    role: parsed.ROLE,
    logLevel: parsed.LOG_LEVEL,
    trustProxy: parsed.TRUST_PROXY === 'on',
    drainSeconds: parsed.DRAIN_SECONDS,
    metrics:
      parsed.METRICS_PORT || parsed.METRICS_TOKEN
        ? { port: parsed.METRICS_PORT, host: parsed.METRICS_HOST, token: parsed.METRICS_TOKEN }
        : undefined,
  }
}

function readReceiptMail(parsed: Parsed): ReceiptMailConfig | undefined {
  const { RECEIPTS_SMTP_PORT: smtpPort, RECEIPTS_SMTP_CERT: cert, RECEIPTS_SMTP_KEY: key } = parsed
  if (smtpPort === undefined) return undefined
  return {
    domain: domainToASCII(parsed.RECEIPTS_MAIL_DOMAIN ?? parseMailAddress('sender', parsed.MAIL_FROM).domain),
    host: parsed.RECEIPTS_SMTP_HOST,
    port: smtpPort,
    files: cert && key ? { cert: resolve(cert), key: resolve(key) } : undefined,
  }
}
