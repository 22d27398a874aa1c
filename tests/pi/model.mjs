// A scripted model on loopback: an OpenAI-compatible endpoint that answers the n-th request with the n-th turn of its script.
//
// turn := { tool, input } | [{ tool, input }, …] | "text"
// After the last turn it says "done", which ends Pi's run.
import http from "node:http";

const NAME = "scripted";

function event(delta, finish_reason = null) {
	const body = { id: "c", object: "chat.completion.chunk", created: 0, model: NAME, choices: [{ index: 0, delta, finish_reason }] };
	return `data: ${JSON.stringify(body)}\n\n`;
}

function turnEvents(turn, firstId) {
	if (typeof turn === "string") return event({ role: "assistant", content: turn }) + event({}, "stop");
	const tool_calls = turn.map(({ tool, input }, index) => ({
		index,
		id: `call-${firstId + index}`,
		type: "function",
		function: { name: tool, arguments: JSON.stringify(input) },
	}));
	return event({ role: "assistant", content: null, tool_calls }) + event({}, "tool_calls");
}

const textOf = (content) => (typeof content === "string" ? content : content.map((part) => part.text ?? "").join(""));

/**
 * Starts the model. `calls()` tells every call it made, and under `read` the text that Pi sent back for it; `offered()` the tools
 * and the system prompt of the last request.
 */
export async function startModel(script) {
	const calls = [];
	const answers = new Map();
	let last = { tools: [], system: "" };
	let turn = 0;
	const server = http.createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request.setEncoding("utf8")) body += chunk;
		if (request.method !== "POST") {
			response.setHeader("content-type", "application/json");
			response.end(JSON.stringify({ object: "list", data: [{ id: NAME, object: "model" }] }));
			return;
		}
		const { messages, tools = [] } = JSON.parse(body);
		for (const { role, tool_call_id, content } of messages) if (role === "tool") answers.set(tool_call_id, textOf(content));
		const system = messages.filter(({ role }) => role === "system" || role === "developer");
		last = { tools: tools.map((tool) => tool.function.name), system: system.map(({ content }) => textOf(content)).join("\n") };
		const step = script[turn++] ?? "done";
		const now = typeof step === "string" ? step : [step].flat();
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.end(`${turnEvents(now, calls.length)}data: [DONE]\n\n`);
		if (typeof now !== "string") calls.push(...now.map((call, i) => ({ id: `call-${calls.length + i}`, ...call })));
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${server.address().port}/v1`,
		calls: () => calls.map((call) => ({ ...call, read: answers.get(call.id) })),
		offered: () => last,
		stop: () => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Pi's `models.json` for the model at `url`. */
export function modelsJson(url) {
	const model = { id: NAME, name: NAME, reasoning: false, input: ["text"], contextWindow: 100000, maxTokens: 4096 };
	const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
	return { providers: { [NAME]: { name: NAME, baseUrl: url, apiKey: "none", api: "openai-completions", models: [{ ...model, cost }] } } };
}

export const modelArgument = `${NAME}/${NAME}`;
