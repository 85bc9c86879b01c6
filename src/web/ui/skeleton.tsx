import { classNames } from './class-names.ts'

// Takes its place at once but shows only after 150 ms: a fast answer never flickers, a slow one never jumps.
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <span aria-hidden className={classNames('block animate-late', className)}>
      <span className="block size-full animate-breathe rounded-md bg-surface-sunken" />
    </span>
  )
}
