import { z } from 'zod'
import { isCountry } from '../../shared/countries.ts'
import { isCurrency } from '../../shared/currencies.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { isLocale } from '../../shared/locales.ts'
import { checkTaxId, maxTaxIdLength } from '../../shared/tax-ids.ts'
import { businessNameSchema, fullNameSchema } from '../auth/contract.ts'
import { isTimeZone } from '../auth/rules.ts'
import { lateFeeTermsSchema } from './late-fee-rules.ts'

const tag = 'Business'
export const maxLogoBytes = 2 * 1024 * 1024

/** An ISO 4217 code. */
export const currencySchema = z.string().refine(isCurrency, 'We don’t know this currency.')
export const localeSchema = z.string().refine(isLocale, 'We don’t know this number format.')

/** ISO 3166, two letters; empty where it was not chosen. */
export const countrySchema = z
  .string()
  .refine((code) => code === '' || isCountry(code), 'We don’t know this country.')

/** An uploaded image and its URL. */
export const logoSchema = z.strictObject({
  id: z.uuid(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
})
export type Logo = z.infer<typeof logoSchema>

/** The style of invoices on the page, in the PDF and in mails. */
export const documentStyleSchema = z.strictObject({
  look: z.enum(['classic', 'modern', 'compact']),
  accentColour: z.string().regex(/^#[0-9a-f]{6}$/, 'Please choose a color.'),
  logoPosition: z.enum(['left', 'center', 'right']),
})
export type DocumentStyle = z.infer<typeof documentStyleSchema>

export const defaultStyle: DocumentStyle = { look: 'classic', accentColour: '#0d5f5a', logoPosition: 'left' }

export const businessSchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  timeZone: z.string(),
  /** The address of the business, or the owner's own if the business has none. */
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  contactName: z.string(),
  country: z.string(),
  taxId: z.string(),
  logo: logoSchema.nullable(),
  plan: z.enum(['free', 'pro', 'enterprise']),
  /** The home currency. Sums are shown in it. */
  currency: z.string(),
  /** How amounts are written: a language tag such as de-DE. */
  locale: z.string(),
  /** The style of new invoices. */
  documentStyle: documentStyleSchema,
  /** The terms that new invoices in the home currency begin with; null for no late fee. */
  lateFeeTerms: lateFeeTermsSchema.nullable(),
  createdAt: z.iso.datetime(),
})

export const getBusiness = endpoint({
  method: 'get',
  path: '/api/v1/business',
  access: { permission: 'business.read' },
  tag,
  summary: 'The business of the signed-in user',
  response: businessSchema,
})

// New invoices start with these values, so the limits are those of invoices.
const field = (max: number) => z.string().trim().max(max, `Please use at most ${max} characters.`)
const maxAddressBreaks = 10
const addressSchema = field(500).refine(
  (value) => value.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).length <= maxAddressBreaks + 1,
  `Please use at most ${maxAddressBreaks} line breaks.`,
)

/** The profile of the owner and the business, as saved. A field that the owner did not fill in is empty. */
export const profileSchema = z.strictObject({
  name: z.string(),
  email: z.string(),
  businessName: z.string(),
  /** Shown on invoices and used as the reply address of their mails. If empty, the owner's address is used. */
  businessEmail: z.string(),
  phone: z.string(),
  address: z.string(),
  /** Shown on invoices. If empty, they show the owner's name. */
  contactName: z.string(),
  country: z.string(),
  /** The tax number, as it is written in that country. */
  taxId: z.string(),
  timeZone: z.string(),
  currency: z.string(),
  /** Whether an amount is stored, so that the home currency can no longer be changed. */
  isCurrencyFixed: z.boolean(),
  locale: z.string(),
  logo: logoSchema.nullable(),
})
export type Profile = z.infer<typeof profileSchema>

export const getProfile = endpoint({
  method: 'get',
  path: '/api/v1/business/profile',
  access: { permission: 'business.read' },
  tag,
  summary: 'The profile of the owner and the business',
  response: profileSchema,
})

export const updateProfile = endpoint({
  method: 'put',
  path: '/api/v1/business/profile',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Change the profile; existing invoices stay as they are',
  body: z
    .strictObject({
      name: fullNameSchema,
      businessName: businessNameSchema,
      businessEmail: z
        .string()
        .trim()
        .max(254, 'This email address is too long.')
        .refine(
          (text) => text === '' || z.email().safeParse(text).success,
          'Please enter a valid email address.',
        ),
      phone: field(40),
      address: addressSchema,
      contactName: field(120),
      timeZone: z.string().refine(isTimeZone, 'We don’t recognize this time zone.'),
      /** Left as it is if missing. */
      country: countrySchema.optional(),
      taxId: field(maxTaxIdLength).optional(),
      currency: currencySchema.optional(),
      locale: localeSchema.optional(),
    })
    .superRefine(({ country, taxId }, context) => {
      if (country === undefined || taxId === undefined) return
      const checked = checkTaxId(country, taxId)
      if ('message' in checked)
        context.addIssue({ code: 'custom', path: ['taxId'], message: checked.message })
    }),
  response: profileSchema,
  errors: ['CURRENCY_FIXED'],
})

export const saveLateFeeTerms = endpoint({
  method: 'put',
  path: '/api/v1/business/late-fee',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Change the late fee that new invoices begin with; existing invoices keep theirs',
  body: z.strictObject({ lateFeeTerms: lateFeeTermsSchema.nullable() }),
  response: businessSchema,
})

export const removeLogo = endpoint({
  method: 'delete',
  path: '/api/v1/business/logo',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Remove the logo; invoices that already show it keep it',
})

export const uploadLogo = endpoint({
  method: 'post',
  path: '/api/v1/business/logo',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Upload a logo (JPG, PNG, GIF or WEBP, at most 2 MB) and use it as the business’s logo',
  takesFile: true,
  bodyLimit: maxLogoBytes,
  tooLarge: 'Logo image must be less than 2MB',
  response: logoSchema,
  errors: ['INVALID_FILE_TYPE', 'TOO_MANY_REQUESTS'],
})

export const getFile = endpoint({
  method: 'get',
  path: '/api/v1/files/{id}',
  access: 'public',
  tag,
  summary: 'An uploaded file, by its unguessable id',
  params: z.strictObject({ id: z.uuid() }),
  givesFile: ['image/png', 'image/jpeg'],
})
