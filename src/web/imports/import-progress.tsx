import { ProgressBar } from './progress-bar.tsx'

interface ImportProgressProps {
  text: string
  one: { state: string; done: number; total: number }
}

/** How far an import, or its undo, is. */
export function ImportProgress({ text, one: { state, done, total } }: ImportProgressProps) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted tabular-nums">{text}</p>
      <ProgressBar aria-label={state === 'undoing' ? 'Undoing' : 'Importing'} max={total} value={done} />
      <p className="text-sm text-muted">You can leave this page. It continues in the background.</p>
    </div>
  )
}
