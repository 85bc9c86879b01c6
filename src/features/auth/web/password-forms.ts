import { z } from 'zod'
import { signUp } from '../contract.ts'
import { maximumPasswordLength, minimumPasswordLength } from '../rules.ts'

// The toast names the problem, the field says how to fix it.
export const tooShort = `Use at least ${minimumPasswordLength} characters.`
export const differs = 'This doesn’t match the password above.'

const chosenPassword = z
  .string()
  .min(1, 'Please enter a password.')
  .pipe(
    z
      .string()
      .min(minimumPasswordLength, tooShort)
      .max(maximumPasswordLength, `Use at most ${maximumPasswordLength} characters.`),
  )

export const signUpFormSchema = signUp.body.omit({ timeZone: true }).extend({ password: chosenPassword })

const repeatedPassword = z.strictObject({ password: chosenPassword, confirm: z.string() })

function matches({ password, confirm }: { password: string; confirm: string }): boolean {
  return password === confirm
}

// Zod runs an object's refinement only if its fields are valid. `when` reports two different passwords first.
const compared = { path: ['confirm'], error: differs, when: () => true }

function isRepeated({ password, confirm }: { password: string; confirm: string }): boolean {
  return password !== '' || confirm !== ''
}
const repeated = { ...compared, error: 'Please enter the password again.' }

export const newPasswordFormSchema = repeatedPassword.refine(isRepeated, repeated).refine(matches, compared)

export const changePasswordFormSchema = repeatedPassword
  .extend({ current: z.string().min(1, 'Please enter your current password.').max(maximumPasswordLength) })
  .refine(isRepeated, repeated)
  .refine(matches, compared)

interface PasswordErrors {
  password?: { message?: string | undefined } | undefined
  confirm?: { message?: string | undefined } | undefined
}

/** Returns the one problem to show for two passwords that were rejected. */
export function passwordProblem(errors: PasswordErrors): 'differ' | 'short' | undefined {
  if (errors.confirm?.message === differs) return 'differ'
  return errors.password?.message === tooShort ? 'short' : undefined
}
