import { useSyncExternalStore } from 'react'
import sizes from './pictures.json'
import { classNames } from './ui/class-names.ts'
import { type Theme, getTheme, subscribeToTheme } from './ui/theme.ts'

interface Sizes {
  /** Of its content, so that browsers can keep it for ever. */
  version: string
  /** Width and height, on a wide screen and on a phone. */
  large: readonly number[]
  small: readonly number[]
}

const pictures: Readonly<Record<string, Sizes>> = sizes

/** The server changes the first of these into the one that the chosen theme needs; see pages.ts. */
const whenDark: Record<Theme, string> = {
  system: '(prefers-color-scheme: dark)',
  dark: '(min-width: 0px)',
  light: '(max-width: 0px)',
}
const whenWide = '(min-width: 768px)'

interface PictureProps {
  name: string
  alt: string
  /** For what is seen first; everything else is loaded when it comes near. */
  isFirst?: boolean
  className?: string
}

/** A picture of the product, taken by `npm run pictures`: in the page's colours, on a phone from a phone. */
export function Picture({ name, alt, isFirst = false, className }: PictureProps) {
  const theme = useSyncExternalStore<Theme>(subscribeToTheme, getTheme, renderedTheme)
  const picture = pictures[name]
  if (!picture) return null
  const { version, large, small } = picture
  const file = (size: string, colours: string) => `/pictures/${name}-${size}-${colours}.webp?v=${version}`
  const dark = whenDark[theme]
  return (
    <picture>
      <source
        media={`${dark} and ${whenWide}`}
        srcSet={file('large', 'dark')}
        width={large[0]}
        height={large[1]}
      />
      <source media={dark} srcSet={file('small', 'dark')} width={small[0]} height={small[1]} />
      <source media={whenWide} srcSet={file('large', 'light')} width={large[0]} height={large[1]} />
      <img
        src={file('small', 'light')}
        width={small[0]}
        height={small[1]}
        alt={alt}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        className={classNames('h-auto max-w-full rounded-lg border border-border', className)}
      />
    </picture>
  )
}

/** What stands in the page that was sent: rendered for every theme, then changed by the server into the chosen one. */
function renderedTheme(): Theme {
  return typeof document === 'undefined' ? 'system' : getTheme()
}
