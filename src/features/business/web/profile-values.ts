import type { RequestOf } from '../../../shared/endpoint.ts'
import { browserTimeZone } from '../../auth/web/browser-time-zone.ts'
import type { Profile, updateProfile } from '../contract.ts'

export type ProfileValues = RequestOf<typeof updateProfile>['body']
export type ProfileChanges = { [Name in keyof ProfileValues]?: ProfileValues[Name] | undefined }

export const emptyProfile: ProfileValues = {
  name: '',
  businessName: '',
  businessEmail: '',
  phone: '',
  address: '',
  contactName: '',
  timeZone: browserTimeZone(),
}
export const profileFields = Object.keys(emptyProfile) as (keyof ProfileValues)[]

export function valuesOf({ email: _email, logo: _logo, ...values }: Profile): ProfileValues {
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
