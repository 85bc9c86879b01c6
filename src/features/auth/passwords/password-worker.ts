import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { weaknessOfPassword } from './password-strength.ts'

export interface JudgedPassword {
  password: string
  /** What an attacker may know about the user. */
  about: readonly string[]
}

serveTasks(async ({ password, about }: JudgedPassword) => ({ output: weaknessOfPassword(password, about) }))
