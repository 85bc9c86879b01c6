import { useId, useState } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { isLong } from './message-text.ts'

export function FoldedText({ text, className }: { text: string; className?: string }) {
  const [showsAll, setShowsAll] = useState(false)
  const id = useId()
  const folds = isLong(text)
  return (
    <div className={classNames('flex max-w-prose flex-col items-start gap-1', className)}>
      <p
        id={id}
        className={classNames(
          'own-words w-full wrap-anywhere whitespace-pre-wrap',
          folds && !showsAll && 'line-clamp-6',
        )}
      >
        {text}
      </p>
      {folds && (
        <Button
          variant="link"
          aria-expanded={showsAll}
          aria-controls={id}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  )
}
