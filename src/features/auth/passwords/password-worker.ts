import { serveTasks } from '../../../platform/workers/serve-tasks.ts'
import { passwordWeakness } from './password-weakness.ts'

export interface JudgedPassword {
  password: string
  /** What an attacker may know about the user. */
  about: readonly string[]
}

serveTasks(async ({ password, about }: JudgedPassword) => ({ output: passwordWeakness(password, about) }))
