import { render } from 'preact';
import { startClock } from './state/clock.ts';
import { listenLive } from './state/live.ts';
import { keepFresh } from './state/refresh.ts';
import { followTheme } from './state/theme.ts';
import { App } from './views/app.tsx';
import { listenKeyboard } from './views/keyboard.ts';

followTheme();
listenLive();
keepFresh();
startClock();
listenKeyboard();
const root = document.getElementById('page');
if (root !== null) render(<App />, root);
