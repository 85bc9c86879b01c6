import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './platform/project-folder.ts'

export function readProductVersion(): string {
  const text = readFileSync(join(projectFolder, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
