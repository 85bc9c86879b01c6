import { defaultCurrency } from '../../../shared/currencies.ts'
import type { RequestOf } from '../../../shared/endpoint.ts'
import { defaultLocale } from '../../../shared/locales.ts'
import { browserTimeZone } from '../../auth/web/browser-time-zone.ts'
import type { Profile, updateProfile } from '../contract.ts'

export type ProfileValues = RequestOf<typeof updateProfile>['body']
export type ProfileChanges = { [Name in keyof ProfileValues]?: ProfileValues[Name] | undefined }

/** All fields of the form. */
export const emptyProfile = {
  name: '',
  businessName: '',
  businessEmail: '',
  phone: '',
  address: '',
  contactName: '',
  timeZone: browserTimeZone(),
  currency: defaultCurrency,
  locale: defaultLocale,
  country: '',
  taxId: '',
} satisfies Required<ProfileValues>
export const profileFields = Object.keys(emptyProfile) as (keyof ProfileValues)[]

export function valuesOf({
  email: _email,
  logo: _logo,
  isCurrencyFixed: _isCurrencyFixed,
  ...values
}: Profile): ProfileValues {
  return values
}

export function changesOf(saved: ProfileValues, typed: ProfileValues): ProfileChanges {
  return Object.fromEntries(
    profileFields.filter((name) => typed[name] !== saved[name]).map((name) => [name, typed[name]]),
  )
}

export function isSaved(changes: ProfileChanges, saved: ProfileValues): boolean {
  return profileFields.every((name) => changes[name] === undefined || changes[name] === saved[name])
}

/** Removes a change that can no longer be saved: the first amount was stored after it was typed. */
export function savableChanges({ currency, ...rest }: ProfileChanges, profile: Profile): ProfileChanges {
  return profile.isCurrencyFixed || currency === undefined ? rest : { ...rest, currency }
}
