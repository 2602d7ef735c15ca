// node perfetto.mjs TOOLS UI TRACE: serves the Perfetto UI on 127.0.0.1, opens the trace in it, and
// compares what its trace processor has found with what the file says. Exit status 1 when they differ.

import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';

const [tools, ui, trace] = process.argv.slice(2);
const { chromium } = createRequire(path.join(path.resolve(tools), 'tools.js'))('playwright-core');

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };

function fileOf(url) {
    const name = decodeURIComponent(url.split('?')[0]);
    return name === '/trace.json' ? trace : path.join(ui, path.normalize(name === '/' ? '/index.html' : name));
}

const server = http.createServer((request, response) => {
    const file = fileOf(request.url);
    fs.readFile(file, (error, data) => {
        response.writeHead(error ? 404 : 200, { 'Content-Type': TYPES[path.extname(file)] ?? 'application/json' });
        response.end(error ? undefined : data);
    });
});

function expected() {
    const events = JSON.parse(fs.readFileSync(trace, 'utf8')).traceEvents;
    const count = (...kinds) => events.filter((event) => kinds.includes(event.ph)).length;
    const names = events.filter((event) => event.name === 'thread_name' && event.args.name.startsWith('SIP ')).length;
    // A flow of three points is two arrows.
    const arrows = count('s') + count('t');
    const of = (cat, ph) => events.filter((event) => event.cat === cat && event.ph === ph);
    const firmware = ['call', 'access', 'interrupt', 'wait'].map((cat) => `${of(cat, 'X').length} ${cat}`).join(', ');
    // An access is inside the call that makes it.
    const nested = of('access', 'X').filter((event) => event.args.call).length;
    const slices = count('X', 'b', 'i');
    return `${slices} slices, ${names} SIPs, ${arrows} arrows, ${count('C')} counts, ${firmware}, ${of('message', 'b').length} message, ${nested} nested, 0 errors`;
}

const QUERY = [
    "select 'found: '",
    "(select count(*) from slice) || ' slices, '",
    "(select count(*) from thread where name glob 'SIP *') || ' SIPs, '",
    "(select count(*) from flow) || ' arrows, '",
    "(select count(*) from counter) || ' counts, '",
    ...['call', 'access', 'interrupt', 'wait', 'message'].map((cat) => `(select count(*) from slice where category = '${cat}') || ' ${cat}, '`),
    "(select count(*) from slice join slice as outside on slice.parent_id = outside.id where slice.category = 'access' and outside.category = 'call') || ' nested, '",
    "(select sum(value) from stats where severity = 'error') || ' errors' as answer",
].join(' || ');

async function ask(page, at) {
    await page.goto(`${at}/#!/?url=${at}/trace.json`);
    for (const track of ['HWS', 'graphs', 'firmware', 'cluster 0']) {
        await page.getByText(track).first().waitFor({ timeout: 120_000 });
    }
    await page.getByText('Query (SQL)').first().click();
    await page.locator('.cm-content').first().click();
    await page.keyboard.insertText(QUERY);
    await page.keyboard.press('Control+Enter');
    const answer = page.getByText(/^found: .* errors$/).first();
    await answer.waitFor({ timeout: 60_000 });
    return (await answer.innerText()).replace(/^found: /, '');
}

await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] });
try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    const [found, wanted] = [await ask(page, `http://127.0.0.1:${server.address().port}`), expected()];
    console.log(`Perfetto found ${found}`);
    if (found !== wanted) {
        console.error(`error: the trace has ${wanted}`);
        process.exitCode = 1;
    }
} finally {
    await browser.close();
    server.close();
}
