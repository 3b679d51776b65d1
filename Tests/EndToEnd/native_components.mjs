// Stands in for React Native's components, with a browser's elements.

import React from 'react';

const of = (tag) => ({ children }) => React.createElement(tag, {}, children);

export const View = of('div'), ScrollView = of('div'), Text = of('p');
export const StatusBar = {};

export function ActivityIndicator() {
    return React.createElement('progress', {});
}

export function Button({ title, disabled = false, onPress }) {
    return React.createElement('button', { disabled, onclick: () => onPress() }, title);
}

export function TextInput({ value, onChangeText, accessibilityLabel, secureTextEntry }) {
    return React.createElement('input', {
        ariaLabel: accessibilityLabel, type: secureTextEntry ? 'password' : 'text', value,
        oninput: ({ target }) => onChangeText(target.value),
    });
}
