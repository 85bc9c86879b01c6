import { classNames } from '../../../web/ui/class-names.ts'
import type { CategoryColour } from '../rules.ts'

const fills = {
  gray: 'bg-category-gray',
  teal: 'bg-category-teal',
  blue: 'bg-category-blue',
  violet: 'bg-category-violet',
  pink: 'bg-category-pink',
  red: 'bg-category-red',
  orange: 'bg-category-orange',
  amber: 'bg-category-amber',
  green: 'bg-category-green',
} satisfies Record<CategoryColour, string>

interface CategoryDotProps {
  colour: CategoryColour
  className?: string | undefined
}

/** Decorates the name of a category, which stands beside it. */
export function CategoryDot({ colour, className }: CategoryDotProps) {
  return (
    <span
      aria-hidden
      className={classNames('inline-block size-2.5 shrink-0 rounded-full', fills[colour], className)}
    />
  )
}
