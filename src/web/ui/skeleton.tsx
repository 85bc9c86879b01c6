import { classNames } from './class-names.ts'

// Visible after 150 ms: a fast response does not flicker, and a slow one does not shift the layout.
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <span aria-hidden className={classNames('block animate-late', className)}>
      <span className="block size-full animate-breathe rounded-md bg-surface-sunken" />
    </span>
  )
}

/** Skeletons below each other; a screen reader says that the content is loading. */
export function Skeletons({ sizes, className = 'gap-4' }: { sizes: readonly string[]; className?: string }) {
  return (
    <div className={classNames('flex flex-col', className)}>
      <output className="sr-only">Loading...</output>
      {sizes.map((size, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the skeletons never change places
        <Skeleton key={index} className={size} />
      ))}
    </div>
  )
}
