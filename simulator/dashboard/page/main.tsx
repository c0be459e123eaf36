import { render } from 'preact';

const root = document.getElementById('page');
if (root !== null) render(<h1>assay simulator</h1>, root);
