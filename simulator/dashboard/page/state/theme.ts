import { effect, signal } from '@preact/signals';

/** Themes to choose from. */
export const themes = ['system', 'light', 'dark'] as const;

/** Name of a theme. */
export type Theme = (typeof themes)[number];

const place = 'assay-theme';

/** The theme that was chosen, kept by the browser. */
export const theme = signal<Theme>(themes.find((name) => name === localStorage.getItem(place)) ?? 'system');

/** Lets the page follow the theme. */
export function followTheme(): void {
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    localStorage.setItem(place, theme.value);
  });
}
