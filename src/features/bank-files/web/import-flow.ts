import type { FileProblem } from '../../../web/files/file-problem.ts'
import type { BankFilePreview, BankImport } from '../contract.ts'

/** Where the import of a file is. */
export type Step =
  | { name: 'choose' }
  | { name: 'reading' }
  | { name: 'refused'; problem: FileProblem }
  | { name: 'preview'; preview: BankFilePreview }
  | { name: 'started'; started: BankImport }

/** Files are imported one after the other. `position` is that of the current one. */
export interface ImportFlow {
  files: readonly File[]
  position: number
  step: Step
}

export const emptyFlow: ImportFlow = { files: [], position: 0, step: { name: 'choose' } }

export type FlowChange =
  | { kind: 'add'; files: readonly File[] }
  | { kind: 'refuse'; problem: FileProblem }
  | { kind: 'show'; preview: BankFilePreview }
  | { kind: 'start'; started: BankImport }
  | { kind: 'retry' }
  /** To the next file, or to the beginning after the last one. */
  | { kind: 'next' }

export function changeFlow(flow: ImportFlow, change: FlowChange): ImportFlow {
  switch (change.kind) {
    case 'add':
      return isIdle(flow)
        ? { files: change.files, position: 0, step: { name: 'reading' } }
        : { ...flow, files: [...flow.files, ...change.files] }
    case 'refuse':
      return { ...flow, step: { name: 'refused', problem: change.problem } }
    case 'show':
      return { ...flow, step: { name: 'preview', preview: change.preview } }
    case 'start':
      return { ...flow, step: { name: 'started', started: change.started } }
    case 'retry':
      return { ...flow, step: { name: 'reading' } }
    case 'next':
      return nextFile(flow) ? { ...flow, position: flow.position + 1, step: { name: 'reading' } } : emptyFlow
  }
}

export const currentFile = ({ files, position }: ImportFlow): File | undefined => files[position]
export const nextFile = ({ files, position }: ImportFlow): File | undefined => files[position + 1]

/** Whether new files begin right away, instead of after those that are under way. */
export function isIdle(flow: ImportFlow): boolean {
  const { name } = flow.step
  return name === 'choose' || ((name === 'refused' || name === 'started') && !nextFile(flow))
}

/** "2 of 3"; undefined for a single file. */
export function positionText({ files, position }: ImportFlow): string | undefined {
  return files.length > 1 ? `${position + 1} of ${files.length}` : undefined
}
