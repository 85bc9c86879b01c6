/** How the mails of a business look. Every colour is `#rrggbb`. */
export interface MailLook {
  look: 'classic' | 'modern' | 'compact'
  logoPosition: 'left' | 'center' | 'right'
  colors: {
    /** Behind the button, and the text on it. */
    fill: string
    onFill: string
    /** The same colour as text on white. */
    text: string
    /** The same in readers that show a dark page. */
    darkText: string
    onDarkText: string
  }
}

const houseLook: MailLook = {
  look: 'classic',
  logoPosition: 'left',
  colors: {
    fill: '#0d5f5a',
    onFill: '#ffffff',
    text: '#0d5f5a',
    darkText: '#3fbfb3',
    onDarkText: '#04211f',
  },
}

/** The product's own where none is given. Colours are written into styles, so whatever is none is not used. */
export function checkedLook(look: MailLook = houseLook): MailLook {
  const areColors = Object.values(look.colors).every((color) => /^#[0-9a-f]{6}$/.test(color))
  return areColors ? look : { ...look, colors: houseLook.colors }
}
