import { resolve } from 'node:path'
import { StartError } from '../config.ts'

interface Arguments {
  file: string | undefined
  encrypts: boolean
}

/** A file, and where the command takes it, --encrypt. */
export function parseArguments(args: readonly string[], flags: readonly string[]): Arguments {
  const unknown = args.find((arg) => arg.startsWith('-') && !flags.includes(arg))
  if (unknown !== undefined) throw new StartError(`${unknown} means nothing here.`)
  const [file, another] = args.filter((arg) => !arg.startsWith('-'))
  if (another !== undefined) throw new StartError(`One file only: ${another} is one too many.`)
  return {
    file: file === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? '.', file),
    encrypts: args.includes('--encrypt'),
  }
}
